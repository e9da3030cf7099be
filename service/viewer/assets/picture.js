// The network, or the map, as a picture.

import { el } from "./dom.js";
import { panel } from "./panel.js";

/** @typedef {import("./watch.js").Watch} Watch */

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function picture(place, watch) {
  panel(place, watch, async () => place.replaceChildren(el("h2", {}, "Picture")));
}
