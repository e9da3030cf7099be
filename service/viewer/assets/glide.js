// Gliding: where a new layout has put things elsewhere, they go there before one's eyes.

const LONG = 350;
/** What counts as another place, in the drawing's units. */
const APART = 1;

/** @param {SVGSVGElement} drawing */
function places(drawing) {
  const nodes = /** @type {NodeListOf<SVGGraphicsElement>} */ (drawing.querySelectorAll(".node[data-id]"));
  return new Map([...nodes].map((node) => [node.dataset.id, { node, box: node.getBBox() }]));
}

/**
 * Put a drawing in another's place.
 * @param {SVGSVGElement | null} old as it stands in the page
 * @param {SVGSVGElement} drawing
 * @param {() => void} replace
 */
export function glide(old, drawing, replace) {
  // Of the same layout nothing has moved: that is every step, and measuring takes long.
  const isSame = !old || old.dataset.laidOut === drawing.dataset.laidOut;
  if (isSame || matchMedia("(prefers-reduced-motion: reduce)").matches) return replace();
  const before = places(old);
  replace();
  for (const [id, { node, box }] of places(drawing)) {
    const from = before.get(id)?.box;
    if (!from) continue;
    const x = from.x + from.width / 2 - box.x - box.width / 2;
    const y = from.y + from.height / 2 - box.y - box.height / 2;
    if (Math.hypot(x, y) < APART) continue;
    node.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: LONG, easing: "ease-out" });
  }
  for (const edge of drawing.querySelectorAll(".edge")) edge.animate([{ opacity: 0 }, { opacity: 1 }], LONG);
}
