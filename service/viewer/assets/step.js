// This step: what happened at the version that is shown.

import { el, words } from "./dom.js";
import { panel } from "./panel.js";

/** @typedef {import("./watch.js").Watch} Watch */
/** @typedef {import("./watch.js").Schemas} Schemas */

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function step(place, watch) {
  panel(place, watch, async ({ version }, signal) => {
    /** @type {Schemas["EventView"]} */
    const { event } = await watch.api.read(`/events/${version}`, {}, signal);
    place.replaceChildren(el("h2", {}, `Version ${version}`), el("p", {}, words(event.ruling.sentence)));
  });
}
