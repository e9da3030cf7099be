// The sheets of characters and things.

import { el } from "./dom.js";
import { panel } from "./panel.js";

/** @typedef {import("./watch.js").Watch} Watch */

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function sheets(place, watch) {
  panel(place, watch, async () => place.replaceChildren(el("h2", {}, "Sheets")));
}
