// Elements: everything on the page is made here. Texts of people only ever become text nodes, and never HTML.

/** The content of an element: other nodes, text, or nothing. */
export type Child = Node | string | number | null | undefined | false;

/**
 * Make an HTML element with attributes, listeners (`onclick` …) and children.
 * @param attributes `true` sets an attribute without a value; `false`, null and undefined leave it out
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, unknown> = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  dress(made, attributes);
  made.append(...shown(children));
  return made;
}

/** Make an SVG element in the same way. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, unknown> = {},
  ...children: (Child | Child[])[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  dress(made, attributes);
  made.append(...shown(children));
  return made;
}

/**
 * An icon, hidden from screen readers. The text or label next to it must name its meaning.
 * @param path the path data, in a square of 16 by 16
 */
export const sign = (path: string) => svg("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: path }));

/** A text that somebody wrote, isolated so that it keeps its own writing direction. */
export const words = (text: string) => el("bdi", {}, text);

/** The element with an id from the page's HTML. Throws if there is none. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

function dress(made: Element, attributes: Record<string, unknown>) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), value as EventListener);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
}

function shown(children: (Child | Child[])[]): (Node | string)[] {
  const there = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  return there.map((child) => (child instanceof Node ? child : String(child)));
}
