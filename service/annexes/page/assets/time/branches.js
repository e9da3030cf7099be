// Branches: the play that rewinds undid, as a tree.

import { el } from "../kit/dom.js";
import { versionLink } from "../session/links.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas["Branch"]} Branch */

/** @param {Watch} watch */
export function branches(watch) {
  const tree = el("div");
  const shown = el("details", { class: "forks", hidden: true }, el("summary", {}, "Undone play"), tree);
  const refresh = () => {
    const all = watch.past.timeline?.branches ?? [];
    shown.hidden = all.length === 0;
    if (shown.open) tree.replaceChildren(...subtree(watch, all, null));
  };
  watch.past.addEventListener("known", refresh);
  shown.addEventListener("toggle", refresh);
  return shown;
}

/**
 * @param {Watch} watch
 * @param {Branch[]} all
 * @param {number | null} parent the first version of the branch that these left; null for those that left the line
 * @returns {HTMLElement[]}
 */
function subtree(watch, all, parent) {
  const own = all.filter((branch) => branch.parent === parent);
  return own.length ? [el("ul", {}, ...own.map((branch) => el("li", {}, told(watch, branch), ...subtree(watch, all, branch.first))))] : [];
}

/**
 * @param {Watch} watch
 * @param {Branch} branch
 */
const told = (watch, { first, last, after, undone_by }) => [
  "From ",
  versionLink(watch, first),
  " to ",
  versionLink(watch, last),
  ", played after ",
  versionLink(watch, after),
  ", undone by ",
  versionLink(watch, undone_by),
];
