// Values that a field may take, and prices, in words.

import { inWords } from "../kit/text.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("../session/names.js").Names} Names */

/** @param {Record<string, number> | null | undefined} price */
export const priced = (price) =>
  Object.entries(price ?? {})
    .filter(([, amount]) => amount)
    .map(([token, amount]) => `${amount} ${token}`)
    .join(", ");

/**
 * A value: the name of what it is the id of, or itself.
 * @param {unknown} value
 * @param {Names} names
 * @returns {string}
 */
export function valued(value, names) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return names.knows(value) ? names.whole(value) : inWords(value);
  return String(value ?? "nothing");
}

/**
 * A choice, with its price.
 * @param {Schemas["Choice"]} choice
 * @param {Names} names
 */
export function chosen({ value, label, price }, names) {
  const name = valued(value, names);
  // An edge's label alone does not say which it is.
  const isSame = !label || label.toLowerCase() === name.toLowerCase() || (typeof value === "string" && names.of(value) === label);
  const said = isSame ? name : label;
  return price ? `${said} – ${priced(price) || "free"}` : said;
}
