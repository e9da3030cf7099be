// Gliding: elements that have a new place move there visibly.

import type { Renewed } from "./renew";
import { key } from "./renew";

const LONG = 600;
/** The minimum distance between two places, in the drawing's units. */
const APART = 8;

/**
 * Put parts of a drawing in others' places.
 * @param parts each as it was and as it will be
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
      // Its content goes along.
      if (one === part) break;
    }
  }
}

/** A part, then those in it: people go about within a map's zones, and from one to another. */
const inside = (part: Element): Element[] => [part, ...part.querySelectorAll("[data-id]")];

function middle(part: Element) {
  const { x, y, width, height } = (part as SVGGraphicsElement).getBBox();
  return { x: x + width / 2, y: y + height / 2 };
}
