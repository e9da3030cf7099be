// Notices: what has happened to the page, each in one sentence with the next step; whatever was being written stays as it is.

import { byId, el, words } from "../kit/dom.js";

/**
 * A next step: what its button says, and what it does; or where a link of that name leads.
 * @typedef {[string, (() => void) | string]} Step
 */

/** What stands there, by what it is about: one sentence of each. @type {Map<string, HTMLElement>} */
const standing = new Map();

/**
 * @param {string} about what it is about: it takes the place of what was said of that before
 * @param {string} sentence
 * @param {Step[]} steps
 */
export function notice(about, sentence, steps) {
  const ways = steps.map(([name, way]) =>
    typeof way === "string" ? el("a", { href: way }, name) : el("button", { type: "button", onclick: way }, name),
  );
  standing.set(about, el("span", { class: "notice" }, words(sentence), " ", ...ways));
  show();
}

/** @param {string} about what is over */
export function over(about) {
  if (standing.delete(about)) show();
}

const show = () => byId("notice").replaceChildren(...standing.values());
