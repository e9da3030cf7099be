// Jumps: to landmarks, to forks of this session, and to its parent.

import { el, words } from "../kit/dom";
import * as address from "../session/address";
import { BASE } from "../session/base";
import type { Landmark } from "../session/landmarks";
import { KINDS } from "../session/landmarks";
import type { Watch } from "../session/watch";
import { branches } from "./branches";
import { difference } from "./difference";
import type { Steps } from "./stepping";

/** The maximum number of listed landmarks of a kind, the newest. The buttons lead to all landmarks. */
const LISTED = 200;

export function jumps(watch: Watch, steps: Steps, legend: HTMLElement) {
  const kind = el("select", { onchange: () => (steps.kind = kind.value) });
  const landmark = el("select", { onchange: () => landmark.value && steps.jump(Number(landmark.value)) });
  const here = () => {
    const at = watch.past.next(steps.version + 1, -1, steps.kind);
    landmark.value = at ? String(at.version) : "";
  };
  watch.past.addEventListener("known", () => {
    fill(kind, landmark, watch.past.landmarks);
    kind.value = steps.kind;
    here();
  });
  watch.addEventListener("moment", here);
  kind.addEventListener("change", here);
  const button = (name: string, way: -1 | 1) => el("button", { type: "button", onclick: () => steps.landmark(way) }, name);
  return el(
    "div",
    { class: "jumps", role: "group", "aria-label": "Landmarks" },
    button("Previous", -1),
    button("Next", 1),
    el("label", {}, "Jump by ", kind),
    el("label", { class: "landmark" }, "Landmark ", landmark),
    branches(watch),
    difference(watch),
    elsewhere(watch),
    legend,
  );
}

function fill(kind: HTMLSelectElement, landmark: HTMLSelectElement, landmarks: Landmark[]) {
  const there = Object.entries(KINDS).filter(([name]) => landmarks.some((one) => one.kind === name));
  kind.replaceChildren(
    el("option", { value: "" }, "main landmarks"),
    ...there.map(([name, title]) => el("option", { value: name }, title.toLowerCase())),
  );
  landmark.replaceChildren(
    el("option", { value: "" }, landmarks.length ? "before the first" : "none yet"),
    ...there.map(([name, title]) => {
      const all = landmarks.filter((one) => one.kind === name);
      const label = all.length > LISTED ? `${title} (the newest ${LISTED} of ${all.length})` : title;
      return el("optgroup", { label }, ...all.slice(-LISTED).map(option));
    }),
  );
}

const option = ({ version, title, is_undone }: Landmark) =>
  el("option", { value: version, dir: "auto" }, `${version} · ${title}${is_undone ? " (undone)" : ""}`);

/** The list of other sessions that share a past with this one. */
function elsewhere(watch: Watch) {
  const forks = el("ul");
  const shown = el("details", { class: "forks", hidden: true }, el("summary", {}, "Forks"), forks);
  const refresh = () => {
    const from = watch.session.forked_from;
    const own = watch.past.forks.map(({ session, title, version }) =>
      el("li", {}, el("a", { href: `${BASE}/watch/${session}` }, words(title)), ` continues from version ${version}`),
    );
    shown.hidden = !from && own.length === 0;
    forks.replaceChildren(
      ...(from
        ? [
            el(
              "li",
              {},
              "This session continues from ",
              el("a", { href: address.page(from.session, from.version) }, `version ${from.version} of another session`),
            ),
          ]
        : []),
      ...own,
    );
  };
  watch.past.addEventListener("known", refresh);
  return shown;
}
