// Renewing: the drawing is changed to that of another version. Parts that are equal in both stay in the page.

/** The original of each part of the drawing in the page. */
const made: WeakMap<Node, Element> = new WeakMap();

/** A part that is replaced: the old part, and the new one. */
export type Renewed = [Element, Element];

/**
 * Prepare a new drawing. The returned function `renew` puts it into the page.
 * @param drawing the drawing in the page
 * @param fresh the new drawing, in its own document
 */
export function renewal(drawing: SVGSVGElement, fresh: Element): { parts: Renewed[]; renew: () => void } {
  const before = new Map([...drawing.children].map((part) => [key(part), part]));
  const parts: Renewed[] = [];
  const after = [...fresh.children].map((part) => {
    const old = before.get(key(part));
    before.delete(key(part));
    if (old && made.get(old)?.isEqualNode(part)) return old;
    const own = document.importNode(part, true) as Element;
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

/** The attributes that identify a part. An edge has two parts, its line and its label. */
const KEYS = ["data-id", "data-ghost", "data-about"];

export const key = (part: Element) => `${part.tagName} ${KEYS.map((name) => part.getAttribute(name))} ${part.matches(".says")}`;
