// The minimap: while only a part of the picture is visible, a corner shows the whole picture and marks the visible part.

import { svg } from "../kit/dom";
import type { Zoom } from "./zoom";

/** The minimap is not in the order of Tab, because the zoom has buttons and keys, and the finder goes to any element. */
export function minimap(zoom: Zoom) {
  const dots = svg("path", { class: "dots" });
  const seen = svg("rect", { class: "seen" });
  const map = svg("svg", { class: "minimap", "aria-hidden": "true", hidden: true }, dots, seen);
  let drawn: Element | null = null;
  const look = () => {
    map.toggleAttribute("hidden", zoom.isWhole);
    if (zoom.isWhole) return;
    const { whole, seen: part } = zoom;
    map.setAttribute("viewBox", `${whole.x} ${whole.y} ${whole.width} ${whole.height}`);
    for (const side of ["x", "y", "width", "height"] as const) seen.setAttribute(side, String(part[side]));
    const newest = zoom.drawing?.querySelector("title") ?? null;
    if (newest === drawn) return;
    drawn = newest;
    dots.setAttribute("d", [...(zoom.drawing?.querySelectorAll(".node > .shape") ?? [])].map(dot).join(""));
  };
  zoom.addEventListener("look", look);
  const go = (event: PointerEvent) => {
    if (!event.buttons) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM()?.inverse());
    const { x, y, width, height } = zoom.seen;
    zoom.move(at.x - x - width / 2, at.y - y - height / 2);
  };
  map.addEventListener("pointerdown", (event) => {
    map.setPointerCapture(event.pointerId);
    go(event);
  });
  map.addEventListener("pointermove", go);
  return map;
}

function dot(shape: Element) {
  const { x, y, width, height } = (shape as SVGGraphicsElement).getBBox();
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}
