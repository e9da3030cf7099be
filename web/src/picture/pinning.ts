// Pinning: an element that is dropped on free space stays there, only for this reader. Alt with an arrow key also moves an element.

import type { Carried } from "./gestures";
import type { Kept } from "./kept";
import type { Names } from "./names";
import { called } from "./reach";

/** How far a key moves an element, in the drawing's units. */
const STEP = 24;
const WAYS: Record<string, [number, number, string]> = {
  ArrowLeft: [-1, 0, "left"],
  ArrowRight: [1, 0, "right"],
  ArrowUp: [0, -1, "up"],
  ArrowDown: [0, 1, "down"],
};

/** @param place an element around the canvas, so that listeners on the canvas handle a drop first */
export function pinning(place: HTMLElement, canvas: HTMLElement, kept: Kept, names: Names) {
  /** The point where the pointer began to carry the element. */
  let from: { x: number; y: number } | null = null;
  const stands = (id: string | null) => canvas.querySelector(`.picture > .node[data-id="${id}"]`) as SVGGraphicsElement | null;
  const moved = ({ at }: Carried) => (from && at ? { x: at.x - from.x, y: at.y - from.y } : { x: 0, y: 0 });
  place.addEventListener("carried", (event) => {
    const carried = (event as CustomEvent<Carried>).detail;
    from ??= carried.at;
    const by = moved(carried);
    const part = stands(carried.id);
    part?.setAttribute("transform", `translate(${by.x} ${by.y})`);
    names.carry(part, by);
  });
  place.addEventListener("dropped", (event) => {
    const dropped = (event as CustomEvent<Carried>).detail;
    const part = stands(dropped.id);
    const by = moved(dropped);
    from = null;
    if (part && !event.defaultPrevented && dropped.at && !stands(dropped.onto))
      return kept.pin(dropped.id, by, `${called(part)} stays at its new place. Only you see this.`);
    part?.removeAttribute("transform");
    names.carry(part, { x: 0, y: 0 });
  });
  canvas.addEventListener("keydown", (event) => {
    const part = event.target instanceof Element ? event.target.closest("[data-id]") : null;
    const id = part?.getAttribute("data-id");
    const way = WAYS[event.key];
    if (!event.altKey || !way || !part || !id || !stands(id)) return;
    event.preventDefault();
    const [x, y, where] = way;
    kept.pin(id, { x: x * STEP, y: y * STEP }, `${called(part)} is moved ${where}. Only you see this.`);
  });
}
