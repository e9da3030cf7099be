// Terms: what is said of something, each with its own term.

import type { Child } from "./dom";
import { el } from "./dom";

/**
 * Terms and what is said of them; those of which there is nothing to say are left out.
 * @param said pairs where terms are names, which two may share
 */
export function facts(said: Record<string, Child | Child[]> | [Child, Child | Child[]][]) {
  const pairs = Array.isArray(said) ? said : Object.entries(said);
  const there = pairs.filter(([, child]) => !isNothing(child));
  return el("dl", { class: "terms" }, ...there.map(([term, child]) => el("div", {}, el("dt", {}, term), el("dd", {}, child))));
}

export const isNothing = (child: Child | Child[]) =>
  child === null ||
  child === undefined ||
  child === false ||
  child === "" ||
  (Array.isArray(child) && child.every((one) => one === null || one === false));
