// Play: every move that is open to the seat, as forms.

import { el } from "./dom.js";
import { panel } from "./panel.js";

/** @typedef {import("./watch.js").Watch} Watch */

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function play(place, watch) {
  panel(place, watch, async () => place.replaceChildren(el("h2", {}, "Play")));
}
