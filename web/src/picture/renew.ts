// Renewing: a drawing becomes that of another version, and equal parts stay in the page.

/** The source of a part of a drawing in the page. */
const made: WeakMap<Node, Element> = new WeakMap();

/** A part that becomes another one: as it was, and as it will be. */
export type Renewed = [Element, Element];

/**
 * Prepare the renewal. The returned function does it.
 * @param drawing in the page
 * @param fresh the other drawing, from its own document
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

/** The identity of parts: an edge has two, its line and its label. The preview of a move also has two. */
const KEYS = ["data-id", "data-ghost", "data-about"];

export const key = (part: Element) => `${part.tagName} ${KEYS.map((name) => part.getAttribute(name))} ${part.matches(".says")}`;
