// More: a list of anything that begins short, and grows when asked.

import { el } from "./dom.js";
import { bounded } from "./shown.js";

/**
 * A list of which only the first are shown at once.
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => HTMLElement} make the list item of each
 * @param {{first?: number, ordered?: boolean, name?: string, class?: string}} [how]
 * @returns {HTMLElement}
 */
export function list(items, make, { first = 20, ordered = false, name, class: looks } = {}) {
  const made = el(ordered ? "ol" : "ul", { "aria-label": name, class: looks });
  const parts = items.map((item) => () => make(item));
  return bounded(made, parts, first);
}
