// Links inside the page: to another version, or into another panel, without loading it all again.

import * as address from "./address.js";
import { byId, el } from "./dom.js";

/** @typedef {import("./watch.js").Watch} Watch */

/**
 * A link to a version.
 * @param {Watch} watch
 * @param {number} version
 * @param {string} [text]
 * @returns {HTMLAnchorElement}
 */
export function versionLink(watch, version, text = `version ${version}`) {
  const follow = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    watch.go(version, { isStep: true });
  };
  return el("a", { href: address.linkTo(version), onclick: follow }, text);
}

/**
 * Have another panel seen.
 * @param {string} id as the page's list of panels names it
 */
export function openPanel(id) {
  byId("side").querySelector("[role=tablist]")?.dispatchEvent(new CustomEvent("open", { detail: id }));
}
