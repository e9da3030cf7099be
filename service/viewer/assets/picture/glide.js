// Gliding: where things are elsewhere than before, they go there before one's eyes.

const LONG = 350;
/** What counts as another place, in the drawing's units. */
const APART = 1;

/**
 * Put a drawing in another's place.
 * @param {SVGSVGElement | null} old as it stands in the page
 * @param {SVGSVGElement} drawing
 * @param {() => void} replace
 */
export function glide(old, drawing, replace) {
  if (!old || matchMedia("(prefers-reduced-motion: reduce)").matches) return replace();
  // In one layout nodes and zones stay where they are: only people go about. Measuring takes long.
  const isSame = old.dataset.laidOut === drawing.dataset.laidOut;
  const before = places(old, isSame ? ".person" : ".node, .edge");
  replace();
  for (const [key, { part, x, y }] of places(drawing, isSame ? ".person" : ".node, .edge")) {
    const from = before.get(key);
    if (!from || Math.hypot(from.x - x, from.y - y) < APART) continue;
    const start = part.matches(".edge") ? { opacity: 0 } : { transform: `translate(${from.x - x}px, ${from.y - y}px)` };
    part.animate([start, {}], { duration: LONG, easing: "ease-out" });
  }
}

/**
 * The middle of each part. An edge has two: its line and what it says.
 * @param {SVGSVGElement} drawing
 * @param {string} parts
 */
function places(drawing, parts) {
  const found = /** @type {NodeListOf<SVGGraphicsElement>} */ (drawing.querySelectorAll(parts));
  return new Map(
    [...found].map((part) => {
      const { x, y, width, height } = part.getBBox();
      return [`${part.dataset.id} ${part.matches(".says")}`, { part, x: x + width / 2, y: y + height / 2 }];
    }),
  );
}
