// The list of all elements of the picture, and what is known of the one that is chosen.

import { el } from "../kit/dom.js";
import { roving } from "../kit/roving.js";
import { panel } from "../session/panel.js";
import { things } from "./contents.js";
import { details } from "./details.js";

/** @typedef {import("./picture.js").Choice} Choice */
/** @typedef {import("./contents.js").Thing} Thing */
/** @typedef {import("../session/watch.js").Watch} Watch */

/** Elements that are listed at most: others are found by their names. */
const LISTED = 100;

/**
 * @param {Watch} watch
 * @param {Choice} choice
 */
export function elements(watch, choice) {
  const count = el("p", { class: "faint" });
  const list = el("ul", { class: "elements" });
  const summary = el("summary", {}, "Elements");
  const box = el("section", { class: "details", "aria-label": "The element that is chosen", tabindex: -1, hidden: true });
  const told = el("p", { class: "unseen", role: "status" });
  const settle = roving(list);
  /** @type {Thing[]} */
  let all = [];

  const draw = () => {
    const held = list.contains(document.activeElement) ? document.activeElement?.getAttribute("data-thing") : null;
    list.replaceChildren(...all.slice(0, LISTED).map((thing) => el("li", {}, entry(thing, choice))));
    if (held) /** @type {HTMLElement | null} */ (list.querySelector(`[data-thing="${held}"]`))?.focus();
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
  return { place: el("div", {}, box, told, whole, problem), all: () => all };
}

/**
 * @param {Thing} thing
 * @param {Choice} choice
 */
function entry({ id, label, about }, choice) {
  const choose = () => choice.choose(choice.id === id ? null : id);
  const attributes = { type: "button", "data-thing": id, "aria-pressed": String(choice.id === id), onclick: choose };
  return el("button", attributes, el("bdi", {}, label), el("small", {}, ` ${about}`));
}
