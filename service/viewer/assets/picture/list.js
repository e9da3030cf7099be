// The list of all elements of the picture, to search, and what is known of the one that is chosen.

import { el } from "../kit/dom.js";
import { roving } from "../kit/roving.js";
import { singleKeys } from "../kit/single-keys.js";
import { panel } from "../session/panel.js";
import { things } from "./contents.js";
import { details } from "./details.js";

/** @typedef {import("./picture.js").Choice} Choice */
/** @typedef {import("./contents.js").Thing} Thing */
/** @typedef {import("../session/watch.js").Watch} Watch */

/** Elements that are listed at most: of more one has to say which. */
const LISTED = 100;

/**
 * @param {Watch} watch
 * @param {Choice} choice
 * @param {() => void} fly go where the one that is chosen is
 */
export function elements(watch, choice, fly) {
  const filter = el("input", { type: "search", "aria-label": "Find an element", placeholder: "Find an element" });
  const count = el("p", { class: "faint", role: "status" });
  const list = el("ul", { class: "elements" });
  const summary = el("summary", {}, "Elements");
  const box = el("section", { class: "details", "aria-label": "The element that is chosen", tabindex: -1, hidden: true });
  const told = el("p", { class: "unseen", role: "status" });
  const settle = roving(list);
  /** @type {Thing[]} */
  let all = [];

  const draw = () => {
    const wanted = filter.value.trim().toLocaleLowerCase();
    const found = all.filter(({ label, about }) => `${label} ${about}`.toLocaleLowerCase().includes(wanted));
    const held = list.contains(document.activeElement) ? document.activeElement?.getAttribute("data-thing") : null;
    list.replaceChildren(...found.slice(0, LISTED).map((thing) => el("li", {}, entry(thing, choice))));
    if (held) /** @type {HTMLElement | null} */ (list.querySelector(`[data-thing="${held}"]`))?.focus();
    count.textContent = found.length > LISTED ? `The first ${LISTED} of ${found.length}.` : wanted ? `${found.length} found.` : "";
    settle();
  };
  const choose = () => {
    const thing = all.find(({ id }) => id === choice.id);
    box.hidden = !thing;
    box.replaceChildren(...(thing ? details(thing, all, watch, choice) : []));
    for (const button of list.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.thing === choice.id));
  };
  filter.addEventListener("input", draw);
  filter.addEventListener("keydown", ({ key }) => {
    const first = list.querySelector("button")?.dataset.thing;
    if (key !== "Enter" || !first) return;
    choice.choose(first);
    fly();
  });
  const whole = el("details", {}, summary, filter, count, list);
  singleKeys(whole, (key) => {
    if (key !== "/") return false;
    whole.open = true;
    filter.focus();
    filter.select();
    return true;
  });
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
  return el("div", {}, box, told, whole, problem);
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
