// Renewing: a drawing becomes that of another version, and what is alike in both stays in the page as it is.

/** What a part of a drawing in the page was made of. @type {WeakMap<Node, Element>} */
const made = new WeakMap();

/** A part that becomes another one: as it was, and as it will be. @typedef {[Element, Element]} Renewed */

/**
 * Prepare it; what is given back does it.
 * @param {SVGSVGElement} drawing in the page
 * @param {Element} fresh the other one, of a document of its own
 * @returns {{parts: Renewed[], renew: () => void}}
 */
export function renewal(drawing, fresh) {
  const before = new Map([...drawing.children].map((part) => [key(part), part]));
  /** @type {Renewed[]} */
  const parts = [];
  const after = [...fresh.children].map((part) => {
    const old = before.get(key(part));
    before.delete(key(part));
    if (old && made.get(old)?.isEqualNode(part)) return old;
    const own = /** @type {Element} */ (document.importNode(part, true));
    made.set(own, part);
    if (old) parts.push([old, own]);
    return own;
  });
  const renew = () => {
    const stay = new Set(after);
    for (const part of [...drawing.children]) if (!stay.has(part)) part.remove();
    for (const [place, part] of after.entries()) {
      const there = drawing.children[place] ?? null;
      if (there !== part) drawing.insertBefore(part, there);
    }
    for (const { name, value } of fresh.attributes) drawing.setAttribute(name, value);
  };
  return { parts, renew };
}

/** What tells parts apart: an edge has two, its line and what it says, and so has what would come of a move. */
const KEYS = ["data-id", "data-ghost", "data-about"];

/** @param {Element} part */
export const key = (part) => `${part.tagName} ${KEYS.map((name) => part.getAttribute(name))} ${part.matches(".says")}`;
