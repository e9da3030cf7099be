// Drafting: what is being filled in, on the picture or in a form, is drawn upon the picture as what it would change.

import { padded } from "../fields/shape.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {{option: Schemas["Option"], move: Record<string, unknown>} | null} Drafted a move as far as it is filled in, and the option that it is of */

/** How long somebody pauses, in milliseconds, before what they wrote is drawn. */
const PAUSE = 250;

/**
 * @param {Watch} watch fires `drafting` whenever something else is filled in
 * @param {(move: Record<string, unknown> | null) => void} draw
 */
export function drafting(watch, draw) {
  let waits = 0;
  let drawn = "null";
  watch.addEventListener("drafting", (event) => {
    /** @type {Drafted} */
    const drafted = /** @type {CustomEvent} */ (event).detail;
    const move = drafted && padded(drafted.option, drafted.move);
    const wanted = JSON.stringify(move);
    clearTimeout(waits);
    if (wanted === drawn) return;
    const show = () => {
      drawn = wanted;
      draw(move);
    };
    waits = setTimeout(show, move ? PAUSE : 0);
  });
}
