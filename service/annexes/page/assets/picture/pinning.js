// Pinning: what is carried to where nothing stands stays there, for whoever carries it; so does what Alt and an arrow key move.

import { called } from "./reach.js";

/** @typedef {import("./gestures.js").Carried} Carried */
/** @typedef {import("./kept.js").Kept} Kept */

/** How far a key moves, in the drawing's units. */
const STEP = 24;
/** @type {Record<string, [number, number, string]>} */
const WAYS = { ArrowLeft: [-1, 0, "left"], ArrowRight: [1, 0, "right"], ArrowUp: [0, -1, "up"], ArrowDown: [0, 1, "down"] };

/**
 * @param {HTMLElement} place around the canvas: what is done with a drop is done before
 * @param {HTMLElement} canvas
 * @param {Kept} kept
 */
export function pinning(place, canvas, kept) {
  /** Where it was taken hold of. @type {{x: number, y: number} | null} */
  let from = null;
  const stands = (/** @type {string | null} */ id) =>
    /** @type {SVGGraphicsElement | null} */ (canvas.querySelector(`.picture > .node[data-id="${id}"]`));
  const moved = (/** @type {Carried} */ { at }) => (from && at ? { x: at.x - from.x, y: at.y - from.y } : { x: 0, y: 0 });
  place.addEventListener("carried", (event) => {
    const carried = /** @type {CustomEvent<Carried>} */ (event).detail;
    from ??= carried.at;
    const { x, y } = moved(carried);
    stands(carried.id)?.setAttribute("transform", `translate(${x} ${y})`);
  });
  place.addEventListener("dropped", (event) => {
    const dropped = /** @type {CustomEvent<Carried>} */ (event).detail;
    const part = stands(dropped.id);
    const by = moved(dropped);
    from = null;
    if (part && !event.defaultPrevented && dropped.at && !stands(dropped.onto))
      return kept.pin(dropped.id, by, `${called(part)} stays where you dropped it, for you alone.`);
    part?.removeAttribute("transform");
  });
  canvas.addEventListener("keydown", (event) => {
    const part = event.target instanceof Element ? event.target.closest("[data-id]") : null;
    const id = part?.getAttribute("data-id");
    const way = WAYS[event.key];
    if (!event.altKey || !way || !part || !id || !stands(id)) return;
    event.preventDefault();
    const [x, y, where] = way;
    kept.pin(id, { x: x * STEP, y: y * STEP }, `${called(part)} is moved ${where}, for you alone.`);
  });
}
