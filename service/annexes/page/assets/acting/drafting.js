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
  /** @type {Record<string, unknown> | null} */
  let wanted = null;
  let drawn = "null";
  const show = () => {
    drawn = JSON.stringify(wanted);
    draw(wanted);
  };
  const want = (/** @type {Record<string, unknown> | null} */ move) => {
    wanted = move;
    clearTimeout(waits);
    if (JSON.stringify(move) === drawn) return;
    if (move) waits = setTimeout(show, PAUSE);
    else show();
  };
  watch.addEventListener("drafting", (event) => {
    /** @type {Drafted} */
    const drafted = /** @type {CustomEvent} */ (event).detail;
    want(drafted && padded(drafted.option, drafted.move));
  });
  // What was made is no draft any more: the log may say so before the answer comes.
  watch.addEventListener("grown", () => {
    const event = watch.latest?.event;
    if (event?.seat === watch.seat && event?.move.move === wanted?.move) want(null);
  });
}
