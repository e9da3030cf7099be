// Terms: what is said of something, each with its own term.

import { el } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */

/**
 * Terms and what is said of them; those of which there is nothing to say are left out.
 * @param {Record<string, Child | Child[]> | [Child, Child | Child[]][]} said pairs where terms are names, which two may share
 */
export function facts(said) {
  const pairs = Array.isArray(said) ? said : Object.entries(said);
  const there = pairs.filter(([, child]) => !isNothing(child));
  return el("dl", { class: "terms" }, ...there.map(([term, child]) => el("div", {}, el("dt", {}, term), el("dd", {}, child))));
}

/** @param {Child | Child[]} child */
export const isNothing = (child) =>
  child === null ||
  child === undefined ||
  child === false ||
  child === "" ||
  (Array.isArray(child) && child.every((one) => one === null || one === false));
