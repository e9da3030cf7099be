// The table: who sits at it, its house rules, and who else may come.

import { el } from "./dom.js";
import { panel } from "./panel.js";

/** @typedef {import("./watch.js").Watch} Watch */

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function people(place, watch) {
  panel(place, watch, async () => place.replaceChildren(el("h2", {}, "Table")));
}
