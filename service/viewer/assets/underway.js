// What is under way: scenes, proposals, declarations, conflicts, tests.

import { el } from "./dom.js";
import { panel } from "./panel.js";

/** @typedef {import("./watch.js").Watch} Watch */

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function underway(place, watch) {
  panel(place, watch, async () => place.replaceChildren(el("h2", {}, "Under way")));
}
