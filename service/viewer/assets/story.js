// The story: every step in its own sentence, as a list to read.

import { el } from "./dom.js";
import { panel } from "./panel.js";

/** @typedef {import("./watch.js").Watch} Watch */

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function story(place, watch) {
  panel(place, watch, async () => place.replaceChildren(el("h2", {}, "Story")));
}
