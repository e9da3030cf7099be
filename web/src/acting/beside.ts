// Places: a menu or slip on the picture stands next to its element, and not over it.

/** A rectangle in the window, in pixels. */
export type Box = { left: number; top: number; right: number; bottom: number };

/** The distance of a menu from the edges of the window, and from its element, in pixels. */
const [EDGE, GAP] = [8, 12];

/** The smallest box that contains all the boxes. */
const around = (boxes: Box[]): Box => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  top: Math.min(...boxes.map(({ top }) => top)),
  right: Math.max(...boxes.map(({ right }) => right)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});

export const meet = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

type Size = { width: number; height: number };

/**
 * The place of a menu or slip within the window: next to all its elements, at the side with the most room. If no side has enough room, it
 * may cover the last element.
 * @param about the boxes of its elements, the most important first
 */
export function spot({ width, height }: Size, about: Box[], within: Size): { left: number; top: number } {
  const { left, top, right, bottom } = around(about);
  const sides = [
    { room: within.width - right - width, left: right + GAP, top: (top + bottom - height) / 2 },
    { room: left - width, left: left - GAP - width, top: (top + bottom - height) / 2 },
    { room: within.height - bottom - height, left: (left + right - width) / 2, top: bottom + GAP },
    { room: top - height, left: (left + right - width) / 2, top: top - GAP - height },
  ];
  const [best] = sides.toSorted((one, other) => other.room - one.room) as [(typeof sides)[0]];
  if (best.room < GAP + EDGE && about.length > 1) return spot({ width, height }, about.slice(0, -1), within);
  const kept = (at: number, most: number) => Math.max(EDGE, Math.min(at, most - EDGE));
  return { left: kept(best.left, within.width - width), top: kept(best.top, within.height - height) };
}

/** @param about the boxes of its elements, the most important first */
export function stands(element: HTMLElement, about: Box[]) {
  const { left, top } = spot(element.getBoundingClientRect(), about, { width: innerWidth, height: innerHeight });
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}
