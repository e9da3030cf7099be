// Time: the bar with the shown version, its sentence, and the controls to go to another version.

import { el, words } from "../kit/dom";
import * as address from "../session/address";
import { panel } from "../session/panel";
import type { Watch } from "../session/watch";
import { jumps } from "./jumps";
import { keys } from "./keys";
import { marks } from "./marks";
import { newestOwn, takeBack } from "./mine";
import { SPEEDS, Steps } from "./stepping";

export function time(place: HTMLElement, watch: Watch) {
  const steps = new Steps(watch);
  const legend = el("details", { class: "legend", hidden: true });
  const more = el(
    "div",
    { class: "more", id: "more-time", hidden: true },
    el("div", { class: "number" }, number(watch, steps), speed(steps)),
    jumps(watch, steps, legend),
    el("div", { class: "below" }, keys(place, steps)),
  );
  place.append(
    el("div", { class: "told" }, said(watch, steps), left(watch, steps)),
    buttons(watch, steps),
    el("div", { class: "track" }, slider(watch, steps), marks(watch, steps, legend)),
    newest(watch, steps),
    el("div", { class: "own" }, watch.seat !== null && undo(watch), link(steps)),
    opener(watch, place, more),
    more,
  );
  steps.addEventListener("asked", () => place.setAttribute("aria-busy", String(steps.wanted !== null)));
  watch.past.learn();
}

/** The button that opens the controls without room in the bar. */
function opener(watch: Watch, place: HTMLElement, more: HTMLElement) {
  const open = (isOpen: boolean) => {
    more.hidden = !isOpen;
    place.classList.toggle("opened", isOpen);
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) watch.past.learnForks();
  };
  const button = el(
    "button",
    {
      type: "button",
      class: "plain opener",
      "aria-expanded": "false",
      "aria-controls": more.id,
      "aria-label": "More controls of time",
      title: "Landmarks, speed, keys",
      onclick: () => open(more.hidden),
    },
    "⋯",
  );
  place.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || more.hidden || event.defaultPrevented) return;
    open(false);
    button.focus();
  });
  return button;
}

function buttons(watch: Watch, steps: Steps) {
  const button = (sign: string, name: string, onclick: () => void) =>
    el("button", { type: "button", class: "plain", "aria-label": name, title: name, onclick }, sign);
  const back = button("‹", "Back", () => steps.by(-1));
  const play = button("▷", "Play", () => steps.toggle());
  const on = button("›", "On", () => steps.by(1));
  const refresh = () => {
    // The attribute is not `disabled`: a reader who holds a key on the button would lose the focus at the end of the log.
    back.setAttribute("aria-disabled", String(steps.version === 1));
    on.setAttribute("aria-disabled", String(steps.version === watch.head));
  };
  steps.addEventListener("asked", refresh);
  watch.addEventListener("grown", refresh);
  steps.addEventListener("played", () => {
    play.textContent = steps.isPlaying ? "‖" : "▷";
    play.ariaLabel = play.title = steps.isPlaying ? "Pause" : "Play";
  });
  refresh();
  return el("div", { class: "buttons", role: "group", "aria-label": "Steps" }, back, play, on);
}

/** The shown and the newest version. In the past, there is also a button to the newest version, with the number of new ones. */
function newest(watch: Watch, steps: Steps) {
  const at = el("span", { class: "at" });
  const fresh = el("span", { role: "status", class: "fresh" });
  const button = el("button", { type: "button", onclick: () => steps.jump(null) }, "Newest");
  let seen = watch.head;
  const refresh = () => {
    const { isHead } = watch.moment;
    if (isHead) seen = watch.head;
    at.textContent = `${steps.version}/${watch.head}${isHead && watch.isLive ? " live" : ""}`;
    button.hidden = isHead;
    fresh.textContent = watch.head > seen ? `${watch.head - seen} new` : "";
  };
  steps.addEventListener("asked", refresh);
  for (const kind of ["grown", "line"]) watch.addEventListener(kind, refresh);
  refresh();
  return el("div", { class: "newest" }, at, fresh, button);
}

/** The version as a number, which readers can also type. */
function number(watch: Watch, steps: Steps) {
  const typed = el("input", { type: "number", min: 1, inputmode: "numeric" });
  const of = el("span");
  const refresh = () => {
    if (document.activeElement !== typed || Number(typed.value) !== steps.version) typed.value = String(steps.version);
    typed.max = String(watch.head);
    of.textContent = ` of ${watch.head}`;
  };
  typed.addEventListener("change", () => (typed.validity.valid && typed.value ? steps.jump(Number(typed.value)) : refresh()));
  steps.addEventListener("asked", refresh);
  watch.addEventListener("grown", refresh);
  refresh();
  return el("div", {}, el("label", {}, "Version ", typed), of);
}

function speed(steps: Steps) {
  const choices = SPEEDS.map(([name, pause]) => el("option", { value: pause, selected: pause === steps.speed }, name));
  const choice = el("select", { onchange: () => (steps.speed = Number(choice.value)) }, ...choices);
  return el("label", {}, "Speed ", choice);
}

function undo(watch: Watch) {
  const said = el("span", { role: "status", class: "tip" });
  const back = async () => {
    const own = await newestOwn(watch);
    said.textContent = own ? "" : "You have no move to take back.";
    if (own) takeBack(watch, own.version, own.sentence);
  };
  return el(
    "div",
    { class: "link" },
    el("button", { type: "button", title: "Take back your newest move", onclick: back }, "Undo my move"),
    said,
  );
}

function link(steps: Steps) {
  const done = el("span", { role: "status", class: "tip" });
  const copy = async () => {
    const here = address.linkTo(steps.version);
    try {
      await navigator.clipboard.writeText(here);
      done.textContent = "Copied.";
      setTimeout(() => done.replaceChildren(), 4000);
    } catch {
      // A page over plain HTTP cannot use the clipboard. Then the link is shown, so that the reader can copy it.
      done.replaceChildren(el("a", { href: here }, here));
    }
  };
  return el("div", { class: "link" }, el("button", { type: "button", title: "Copy a link to this moment", onclick: copy }, "Link"), done);
}

function slider(watch: Watch, steps: Steps) {
  const line = el("input", { type: "range", min: 1, "aria-label": "Version", class: "slider" });
  const refresh = () => {
    line.max = String(watch.head);
    line.value = String(steps.version);
    line.setAttribute("aria-valuetext", `Version ${steps.version} of ${watch.head}`);
  };
  line.addEventListener("input", () => steps.to(Number(line.value)));
  line.addEventListener("keydown", (event) => {
    // The browser's own step for Page Up is a tenth of the slider: a thousand of ten thousand versions.
    const pages = ({ PageUp: 10, PageDown: -10 } as Record<string, number>)[event.key];
    if (pages === undefined) return;
    event.preventDefault();
    steps.by(pages);
  });
  steps.addEventListener("asked", refresh);
  watch.addEventListener("grown", refresh);
  refresh();
  return line;
}

/** The sentence of the shown version. Screen readers speak it, except during playback. */
function said(watch: Watch, steps: Steps) {
  const place = el("p", { role: "status", class: "said" });
  steps.addEventListener("played", () => place.setAttribute("aria-live", steps.isPlaying ? "off" : "polite"));
  watch.addEventListener("moment", () => place.classList.toggle("past", !watch.moment.isHead));
  place.classList.toggle("past", !watch.moment.isHead);
  panel(place, watch, async ({ version }, signal) => {
    const { event } = await watch.event(version, signal);
    place.replaceChildren(words(event.ruling.sentence));
  });
  return place;
}

/** A notice that the shown version is undone, with buttons that lead back. */
function left(watch: Watch, steps: Steps) {
  const place = el("p", { class: "left", hidden: true });
  const to = (version: number | null, name: string) => el("button", { type: "button", onclick: () => steps.jump(version) }, name);
  const refresh = () => {
    const rewind = watch.past.leftAt(watch.moment.version);
    place.hidden = !rewind;
    if (!rewind) return place.replaceChildren();
    place.replaceChildren(
      el("strong", {}, `Undone: version ${rewind.version} went back to ${rewind.to}. `),
      to(rewind.to, `To version ${rewind.to}, before the undone play`),
      to(rewind.version, `To version ${rewind.version}, the rewind`),
      to(null, "To the newest version"),
    );
  };
  watch.addEventListener("moment", refresh);
  watch.past.addEventListener("known", refresh);
  return place;
}
