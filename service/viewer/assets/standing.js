// How the session stands: its step, who looks at it, and whom play waits for.

import { panel } from "./panel.js";
import { el, words } from "./dom.js";

/** @typedef {import("./watch.js").Watch} Watch */
/** @typedef {import("./watch.js").Schemas} Schemas */

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function standing(place, watch) {
  panel(place, watch, async ({ version }, signal) => {
    /** @type {Schemas["SessionView"]} */
    const session = await watch.api.read("", { at: version }, signal);
    const phase = session.phase === null ? session.step : `${session.step}, phase ${session.phase}`;
    const seats = [...new Set(session.awaited.flatMap(({ seats }) => seats))];
    const waiting = seats.length ? ` · waits for ${seats.map((seat) => watch.nameOf(seat)).join(", ")}` : "";
    const own = watch.seat ? ` · you are ${watch.nameOf(watch.seat)}` : " · you look on";
    place.replaceChildren(words(phase), el("span", {}, words(waiting), words(own)));
  });
}
