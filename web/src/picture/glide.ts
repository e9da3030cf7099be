// Gliding: elements move visibly to their new places.

import type { Renewed } from "./renew";
import { key } from "./renew";

const LONG = 600;
/** The shortest movement that is shown, in the drawing's units. */
const APART = 8;

/**
 * Replace parts of a drawing, and show how they move.
 * @param parts the replaced parts, each with its new form
 * @param replace replaces the parts
 */
export function glide(parts: Renewed[], replace: () => void) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return replace();
  // An element that somebody carried is already at its place.
  const those = parts.filter(([old]) => old.matches("[data-id]:not([transform])"));
  const from = new Map(those.flatMap(([old]) => [...inside(old)].map((one) => [key(one), middle(one)])));
  replace();
  for (const [, part] of those) {
    for (const one of inside(part)) {
      const [was, is] = [from.get(key(one)), middle(one)];
      if (!was || Math.hypot(was.x - is.x, was.y - is.y) < APART) continue;
      const start = one.matches(".edge") ? { opacity: 0 } : { transform: `translate(${was.x - is.x}px, ${was.y - is.y}px)` };
      one.animate([start, {}], { duration: LONG, easing: "ease-out" });
      // The elements inside move with it.
      if (one === part) break;
    }
  }
}

/** A part and the elements inside it: on a map, people stand in zones and move from one to another. */
const inside = (part: Element): Element[] => [part, ...part.querySelectorAll("[data-id]")];

function middle(part: Element) {
  const { x, y, width, height } = (part as SVGGraphicsElement).getBBox();
  return { x: x + width / 2, y: y + height / 2 };
}
