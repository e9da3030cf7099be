// Elements: how everything on the page is made. What people wrote only ever becomes text.

/**
 * What an element holds: other nodes, text, or nothing.
 * @typedef {Node | string | number | null | undefined | false} Child
 */

/**
 * An element with attributes, listeners (`onclick` …) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, unknown>} [attributes] `true` sets an attribute without a value; `false`, null and undefined leave it out
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  dress(made, attributes);
  made.append(...shown(children));
  return made;
}

/**
 * The same for drawings.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  dress(made, attributes);
  made.append(...shown(children));
  return made;
}

/**
 * A sign in place of a word, which has to be said beside it.
 * @param {string} path in a square of 16
 */
export const sign = (path) => svg("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: path }));

/**
 * Words that somebody wrote, which run in their own direction beside ours.
 * @param {string} text
 */
export const words = (text) => el("bdi", {}, text);

/**
 * The element of the page with this id; the page is ours, so it is there.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * @param {Element} made
 * @param {Record<string, unknown>} attributes
 */
function dress(made, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else made.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function shown(children) {
  const there = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  return there.map((child) => (child instanceof Node ? child : String(child)));
}
