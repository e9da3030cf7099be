// The list of the picture's elements, and the details of the chosen one.

import { el } from "../kit/dom";
import { roving } from "../kit/roving";
import { panel } from "../session/panel";
import type { Watch } from "../session/watch";
import type { Thing } from "./contents";
import { things } from "./contents";
import { details } from "./details";
import { legend } from "./legend";
import type { Choice } from "./picture";

/** The maximum number of listed elements. Readers find the others by name. */
const LISTED = 100;

export function elements(watch: Watch, choice: Choice) {
  const count = el("p", { class: "faint" });
  const list = el("ul", { class: "elements" });
  const summary = el("summary", {}, "Elements");
  const box = el("section", { class: "details", "aria-label": "Chosen element", tabindex: -1, hidden: true });
  const told = el("p", { class: "unseen", role: "status" });
  const settle = roving(list);
  let all: Thing[] = [];

  const draw = () => {
    const held = list.contains(document.activeElement) ? document.activeElement?.getAttribute("data-thing") : null;
    list.replaceChildren(...all.slice(0, LISTED).map((thing) => el("li", {}, entry(thing, choice))));
    if (held) (list.querySelector(`[data-thing="${held}"]`) as HTMLElement | null)?.focus();
    count.textContent = all.length > LISTED ? `The first ${LISTED} of ${all.length}; find others by name above the picture.` : "";
    settle();
  };
  const choose = () => {
    const thing = all.find(({ id }) => id === choice.id);
    box.hidden = !thing;
    box.replaceChildren(...(thing ? details(thing, all, watch, choice) : []));
    for (const button of list.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.thing === choice.id));
  };
  const whole = el("details", {}, summary, count, list);
  choice.addEventListener("chosen", () => {
    choose();
    told.textContent = box.hidden ? "" : `Chosen: ${all.find(({ id }) => id === choice.id)?.label}`;
  });
  const problem = el("div");
  panel(problem, watch, async ({ version }, signal) => {
    all = await things(watch, version, signal);
    problem.replaceChildren();
    summary.textContent = `Elements (${all.length})`;
    draw();
    choose();
  });
  return { place: el("div", {}, box, told, whole, watch.ruleset.reads.includes("network") && legend(watch), problem), all: () => all };
}

function entry({ id, label, about }: Thing, choice: Choice) {
  const choose = () => choice.choose(choice.id === id ? null : id);
  const attributes = { type: "button", "data-thing": id, "aria-pressed": String(choice.id === id), onclick: choose };
  return el("button", attributes, el("bdi", {}, label), el("small", {}, ` ${about}`));
}
