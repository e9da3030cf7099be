// Banks: who holds what, how that came to be, and the ledger behind each number.

import { el } from "./dom.js";
import { panel } from "./panel.js";

/** @typedef {import("./watch.js").Watch} Watch */

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function banks(place, watch) {
  panel(place, watch, async () => place.replaceChildren(el("h2", {}, "Banks")));
}
