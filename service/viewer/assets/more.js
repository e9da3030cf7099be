// More: long lists begin short, and grow when asked.

import { el } from "./dom.js";

/**
 * A list of which only the first are shown at once.
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => Node} make the list item of each
 * @param {{first?: number, ordered?: boolean, name?: string, class?: string}} [how]
 * @returns {HTMLElement}
 */
export function list(items, make, { first = 20, ordered = false, name, class: looks } = {}) {
  const made = el(ordered ? "ol" : "ul", { "aria-label": name, class: looks }, items.slice(0, first).map(make));
  if (items.length <= first) return made;
  const grow = () => {
    const there = made.children.length;
    made.append(...items.slice(there, there + first * 2).map(make));
    const newest = made.children[there];
    if (made.children.length === items.length) more.remove();
    else more.textContent = left();
    if (newest instanceof HTMLElement) {
      newest.tabIndex = -1;
      newest.focus();
    }
  };
  const left = () => `More (${items.length - made.children.length})`;
  const more = el("button", { type: "button", onclick: grow }, left());
  return el("div", {}, made, more);
}
