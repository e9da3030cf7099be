// Showing anything: whatever a state holds that this page knows no form for, such as another game's.

import { el, words } from "../kit/dom.js";
import { listed } from "../kit/list.js";
import { table } from "../kit/table.js";
import { facts, isNothing } from "../kit/terms.js";
import { inWords, spoken } from "../kit/text.js";

/** @typedef {import("../kit/dom.js").Child} Child */
/** @typedef {import("../session/names.js").Names} Names */

/** What people wrote: never taken for an id. */
const WRITTEN = new Set([
  "text",
  "label",
  "name",
  "narration",
  "overview",
  "statement",
  "reason",
  "complication",
  "camera",
  "place",
  "condition",
  "story",
  "about",
  "was",
  "now",
  "stakes",
  "agenda",
]);
const SIGN = /^[a-z]+(_[a-z]+)+$/;

/**
 * Whatever it is: names for ids, lists for lists, facts for what has members; nothing for what is empty.
 * @param {Names} names
 * @param {unknown} value
 * @param {string} [key] the member that it is
 * @returns {Child}
 */
export function anything(names, value, key = "") {
  if (value === null || value === undefined || value === "" || value === false) return null;
  if (value === true) return "yes";
  if (typeof value === "string") return text(names, value, key);
  if (Array.isArray(value)) return several(names, value, key);
  if (typeof value !== "object") return String(value);
  const members = Object.entries(value).filter(([name]) => name !== "id");
  /** @type {[Child, Child][]} */
  const shown = members.map(([name, own]) => [names.knows(name) ? names.tag(name) : spoken(name), anything(names, own, name)]);
  return shown.every(([, child]) => isNothing(child)) ? null : facts(shown);
}

/**
 * @param {Names} names
 * @param {string} value
 * @param {string} key
 */
function text(names, value, key) {
  if (!WRITTEN.has(key) && names.knows(value)) return names.tag(value);
  return SIGN.test(value) ? inWords(value) : words(value);
}

/**
 * @param {Names} names
 * @param {unknown[]} values
 * @param {string} key
 */
function several(names, values, key) {
  if (!values.length) return null;
  if (values.every((value) => value === null || typeof value !== "object")) {
    return el("span", {}, ...values.flatMap((value, n) => [n ? ", " : null, anything(names, value, key)]));
  }
  const rows = /** @type {Record<string, unknown>[]} */ (values);
  if (rows.some((row) => row === null || Object.values(row).some(isDeep)))
    return listed(
      values.map((value) => anything(names, value, key)),
      "cards",
    );
  const heads = [...new Set(rows.flatMap(Object.keys))].filter((head) => head !== "id");
  return table(
    "",
    heads.map(inWords),
    rows.map((row) => () => heads.map((head) => anything(names, row[head], head))),
  );
}

/** @param {unknown} value */
const isDeep = (value) => (Array.isArray(value) ? value.some(isDeep) : typeof value === "object" && value !== null);
