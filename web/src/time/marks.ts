// Marks: special points on the line of time. If there is not enough room for each, several of them share one mark.

import { el, sign } from "../kit/dom";
import { roving } from "../kit/roving";
import { BASE } from "../session/base";
import { KINDS, MINOR } from "../session/landmarks";
import type { Watch } from "../session/watch";
import type { Steps } from "./stepping";

/** A mark on the line. The mark of a fork has the address of the fork. */
type Mark = { version: number; kind: string; title: string; href?: string };

/** The minimum width of a mark, in pixels. WCAG 2.2 requires 24. */
const ROOM = 26;

/** The icon of each kind, in a square of 16 by 16, and its name. A shared mark has the icon of its last kind in this list. */
const LOOKS: Record<string, [string, string]> = {
  start: ["M4 2V14M4 3H12L10 6L12 9H4", "beginning"],
  phase: ["M8 2L14 13H2Z", "phase"],
  step: ["M3 3H13V13H3Z", "step of the game"],
  scene: ["M2 5H14V13H2ZM2 5L5 2M7 5L10 2M12 5L14 3", "scene"],
  conflict: ["M3 3L13 13M13 3L3 13", "conflict"],
  repeat: ["M13 8A5 5 0 1 0 11 12M13 3V8H8", "made again"],
  rewind: ["M3 8A5 5 0 1 1 5 12M3 3V8H8", "rewind"],
  undone: ["M2 14L14 2M2 9L9 2M7 14L14 7", "undone play, hatched on the line"],
  fork: ["M8 14V9L3 2M8 9L13 2", "fork, a separate session"],
  dispute: ["M8 2V14M3 14H13M2 5H14M2 5L1 10H5ZM14 5L11 10H15Z", "dispute"],
  redaction: ["M2 5H14M2 8H14M2 11H14M2 6.5H14M2 9.5H14", "redaction"],
};

const icon = (kind: string) => sign(LOOKS[kind]?.[0] ?? "M8 4V12");

/** @param legend the element that explains the marks */
export function marks(watch: Watch, steps: Steps, legend: HTMLElement) {
  const lane = el("div", { class: "lane", role: "toolbar", "aria-label": "Marks on the line" });
  const rail = el("div", { class: "rail", "aria-hidden": "true" });
  const several = el("div", { popover: "auto", class: "several" });
  const settle = roving(lane);
  const refresh = () => {
    const found = gathered(watch);
    // The lane must be visible before its width is measured.
    lane.hidden = legend.hidden = found.length === 0;
    const bundles = bundled(found, watch.head, Math.max(1, Math.floor(lane.clientWidth / ROOM)));
    lane.replaceChildren(...bundles.map((bundle) => placed(control(bundle, steps, several), bundle)));
    settle();
    rail.replaceChildren(...stretches(watch));
    explain(legend, found);
  };
  watch.past.addEventListener("known", refresh);
  let width = 0;
  new ResizeObserver(() => {
    // Only the width counts, because filling the lane changes its height.
    if (lane.clientWidth !== width) refresh();
    width = lane.clientWidth;
  }).observe(lane);
  return el("div", { class: "marks" }, rail, lane, several);
}

/** All marks in the order of the log. */
function gathered({ past }: Watch): Mark[] {
  const found: Mark[] = past.landmarks.filter(({ kind }) => !MINOR.has(kind));
  for (const { first, last } of past.timeline?.branches ?? []) {
    found.push({ version: last, kind: "undone", title: `Undone: versions ${first} to ${last}` });
  }
  for (const { session, version, title } of past.forks) {
    found.push({ version, kind: "fork", title: `Fork: ${title}`, href: `${BASE}/watch/${session}` });
  }
  return found.sort((one, other) => one.version - other.version);
}

/**
 * Group the marks that would overlap.
 * @param room the number of marks that have room on the line
 */
function bundled(found: Mark[], head: number, room: number) {
  const places: Map<number, Mark[]> = new Map();
  for (const mark of found) {
    const place = Math.round(along(mark.version, head) * (room - 1));
    places.set(place, [...(places.get(place) ?? []), mark]);
  }
  return [...places].map(([place, marks]) => ({ at: room > 1 ? place / (room - 1) : 0, marks }));
}

const along = (version: number, head: number) => (head > 1 ? (Math.min(version, head) - 1) / (head - 1) : 0);

function placed(made: HTMLElement, { at }: { at: number }) {
  made.style.setProperty("--at", String(at));
  return made;
}

function control({ marks }: { marks: Mark[] }, steps: Steps, several: HTMLElement) {
  const [first, ...others] = marks;
  const last = others.at(-1);
  if (first && !last) return one(first, steps, [icon(first.kind)]);
  const name = `${marks.length} marks, versions ${first?.version} to ${last?.version}`;
  const open = () => {
    several.replaceChildren(
      el("h2", {}, name),
      el("ul", {}, ...marks.map((mark) => el("li", {}, one(mark, steps, [icon(mark.kind), named(mark)])))),
    );
    several.addEventListener("click", () => several.hidePopover(), { once: true });
    several.showPopover();
    several.querySelector("button")?.focus();
  };
  const kind = Object.keys(LOOKS).findLast((kind) => marks.some((mark) => mark.kind === kind)) ?? "";
  const looks = [icon(kind), el("sup", {}, marks.length)];
  return el(
    "button",
    { type: "button", class: "mark bundle", "aria-haspopup": "true", "aria-label": name, title: name, onclick: open },
    ...looks,
  );
}

const named = ({ version, title }: Mark) => `${version} · ${title}`;

function one(mark: Mark, steps: Steps, inside: (Node | string)[]) {
  const names = inside.length > 1 ? {} : { "aria-label": `Version ${mark.version}: ${mark.title}`, title: named(mark) };
  const about = { class: `mark ${mark.kind}`, dir: "auto", ...names };
  if (mark.href) return el("a", { href: mark.href, ...about }, ...inside);
  return el("button", { type: "button", onclick: () => steps.jump(mark.version), ...about }, ...inside);
}

function stretches({ past, head }: Watch) {
  return (past.timeline?.branches ?? []).map(({ first, last }) => {
    const drawn = el("span");
    drawn.style.setProperty("--at", String(along(first - 0.5, head)));
    drawn.style.setProperty("--long", String(along(last + 0.5, head) - along(first - 0.5, head)));
    return drawn;
  });
}

function explain(legend: HTMLElement, found: Mark[]) {
  const kinds = Object.keys(LOOKS).filter((kind) => found.some((mark) => mark.kind === kind));
  const entries = kinds.map((kind) => el("li", {}, icon(kind), ` ${LOOKS[kind]?.[1] ?? KINDS[kind]}`));
  const number = el("li", {}, el("sup", {}, "3"), " number of marks that share one place: press it to list them");
  legend.replaceChildren(el("summary", {}, "Meaning of the marks"), el("ul", {}, ...entries, number));
}
