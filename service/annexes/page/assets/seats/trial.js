// A trial: a table to try, whose bots play in this window, and which says what a newcomer may do first.

import { byId, el, sign } from "../kit/dom.js";
import * as address from "../session/address.js";
import { BASE } from "../session/base.js";
import { draft } from "../session/links.js";
import { bots } from "./bots.js";

/** @typedef {import("../session/watch.js").Watch} Watch */

/**
 * What a newcomer may do: in words, the moves that it is done by, and one that can be written for them.
 * @typedef {{says: string, done: string[], draft?: Record<string, unknown>}} Step
 */

/**
 * A table to try: its bots, what to do first, and how much of that is done.
 * @typedef {{bots: import("./bots.js").Hand[], steps: Step[], at: number}} Trial
 */

/**
 * Have the bots play, and guide whoever is new.
 * @param {Watch} watch
 * @param {Trial} found
 */
export function trial(watch, found) {
  bots(watch, found.bots);
  const place = el("section", { id: "trial", "aria-label": "Your first moves" });
  byId("table").before(place);
  let { at } = found;
  const show = () => place.replaceChildren(...(at < found.steps.length ? guided(found.steps, at, watch) : over(place)));
  watch.addEventListener("grown", () => {
    const { latest } = watch;
    if (latest?.event.seat !== watch.seat) return;
    const now = found.steps.findIndex(({ done }, n) => n >= at && done.includes(latest?.type ?? ""));
    if (now < 0) return;
    at = now + 1;
    address.keepTrial({ ...found, at });
    show();
  });
  show();
}

/**
 * @param {Step[]} steps
 * @param {number} at
 * @param {Watch} watch
 */
function guided(steps, at, watch) {
  const { says, draft: move } = /** @type {Step} */ (steps[at]);
  const write = () => move && draft(watch, move);
  return [
    el("span", { class: "count" }, `${at + 1} of ${steps.length}`),
    el("p", { role: "status" }, says),
    move ? el("button", { type: "button", onclick: write }, "Write it for me") : "",
    el(
      "button",
      {
        type: "button",
        class: "plain",
        "aria-label": "End the guide",
        title: "End the guide",
        onclick: (/** @type {Event} */ event) => closest(event).remove(),
      },
      sign("M4 4 12 12M12 4 4 12"),
    ),
  ];
}

/** @param {Event} event */
const closest = (event) => /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.target).closest("section"));

/**
 * @param {HTMLElement} place
 */
function over(place) {
  const on = el("button", { type: "button", onclick: () => place.remove() }, "Play on");
  return [
    el("p", { role: "status" }, "That is how it is played. Everything that you did can be undone, and disputed."),
    on,
    el("a", { href: `${BASE}/watch#start` }, "Start a table of your own"),
  ];
}
