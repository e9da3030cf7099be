// Terms: a list of facts, each with its term.

import type { Child } from "./dom";
import { el } from "./dom";

/**
 * A list of terms with their facts. Terms without facts are left out.
 * @param said the facts by term; pairs if two terms can have the same name
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
