// A die: drawn with pips if it has six faces, and with its number if not.

import { svg } from "../kit/dom";

/** The coordinates of pips on a die of 30 by 30 units. */
const LEFT = 8;
const MIDDLE = 15;
const RIGHT = 22;
const PIPS: Record<number, [number, number][]> = {
  1: [[MIDDLE, MIDDLE]],
  2: [
    [LEFT, LEFT],
    [RIGHT, RIGHT],
  ],
  3: [
    [LEFT, LEFT],
    [MIDDLE, MIDDLE],
    [RIGHT, RIGHT],
  ],
  4: [
    [LEFT, LEFT],
    [LEFT, RIGHT],
    [RIGHT, LEFT],
    [RIGHT, RIGHT],
  ],
  5: [
    [LEFT, LEFT],
    [LEFT, RIGHT],
    [MIDDLE, MIDDLE],
    [RIGHT, LEFT],
    [RIGHT, RIGHT],
  ],
  6: [
    [LEFT, LEFT],
    [LEFT, MIDDLE],
    [LEFT, RIGHT],
    [RIGHT, LEFT],
    [RIGHT, MIDDLE],
    [RIGHT, RIGHT],
  ],
};

/**
 * @param value the value; 0 for a die that lies face down
 * @param name the text for screen readers
 */
export function die(value: number, faces: number, name: string = value ? String(value) : "face down"): SVGSVGElement {
  const drawn = svg("svg", {
    class: value ? "die" : "die down",
    viewBox: "0 0 30 30",
    width: 30,
    height: 30,
    role: "img",
    "aria-label": name,
  });
  drawn.append(svg("rect", { x: 1, y: 1, width: 28, height: 28, rx: 5 }));
  const pips = faces === 6 ? PIPS[value] : undefined;
  if (pips) drawn.append(...pips.map(([cx, cy]) => svg("circle", { cx, cy, r: 2.6 })));
  else drawn.append(svg("text", { x: MIDDLE, y: 20, "text-anchor": "middle" }, value || "?"));
  return drawn;
}
