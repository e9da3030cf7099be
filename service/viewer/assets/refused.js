// What was refused, and what was disputed.

import { el } from "./dom.js";
import { panel } from "./panel.js";

/** @typedef {import("./watch.js").Watch} Watch */

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function refused(place, watch) {
  panel(place, watch, async () => place.replaceChildren(el("h2", {}, "Refused and disputed")));
}
