// Offers: options told apart, each with the name that its form has, and which of them give what is awaited.

import { priced, valued } from "../fields/values.js";
import { differences } from "./differences.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("../session/names.js").Names} Names */
/** @typedef {Schemas["Option"]} Option */

/**
 * An option as it is offered: a subject that may be proposed is one by itself.
 * @typedef {object} Offered
 * @property {string} key the same as long as it is the same move on the same thing
 * @property {string} name in words
 * @property {string} purpose its move, or the subject that it proposes
 * @property {string} cost of the move, in words
 * @property {Option} option
 */

/** What every table can do at any time: play does not wait for it, and it stands last. */
const ASIDE = new Set(
  ["add_limit", "signal", "rename", "leave", "propose", "rewind", "leave_out", "give_nonce", "reveal_dice", "seal_note"].concat([
    "reveal_note",
    "dispute",
    "state_view",
    "withdraw_dispute",
    "propose_settlement",
    "vote",
    "appeal",
    "decline",
    "retract",
  ]),
);

/**
 * The options one by one: those of the game first, then those of every table.
 * @param {Option[]} options
 * @param {Names} names
 * @returns {Offered[]}
 */
export function offered(options, names) {
  const each = options.flatMap((option) => apart(option));
  const alike = Map.groupBy(each, identity);
  const found = each.map((apart) => {
    const { option, purpose, fixed, label } = apart;
    const one = identity(apart);
    const same = (alike.get(one) ?? []).map((other) => other.option);
    const n = same.indexOf(option);
    const { subject: _, ...others } = fixed;
    // What the label says already is not said again.
    const isSaid = (/** @type {string} */ value) => (option.label ?? "").toLowerCase().includes(value.toLowerCase());
    const values = Object.values(others).map((value) => valued(value, names));
    const words = [label, ...values.filter((value) => !isSaid(value)), differences(same, names)[n]];
    const name = [option.label, words.filter(Boolean).join(", ")].filter(Boolean).join(": ");
    return { key: `${one} ${n + 1}`, name, purpose, cost: cost(option), option };
  });
  return [...found.filter((one) => !isAside(one)), ...found.filter(isAside)];
}

/** @param {Option} option */
function cost({ price, tokens = 0 }) {
  if (price) return priced(price);
  return tokens ? `${tokens} ${tokens === 1 ? "token" : "tokens"}` : "";
}

/** @param {Offered} one */
export const isAside = ({ option }) => ASIDE.has(String(option.fixed["move"]));

/**
 * Those that give what a seat is awaited for (`docs/moves`): by name, else by rule, and about what it is about.
 * @param {Offered[]} offers
 * @param {Schemas["Awaited"]} wait
 */
export function answering(offers, wait) {
  const names = wait.what === "agreement" ? ["agree", "decline"] : [wait.what];
  const isAbout = (/** @type {Offered} */ { option }) => !wait.about || Object.values(option.fixed).includes(wait.about);
  const named = offers.filter(({ purpose }) => names.includes(purpose));
  const found = named.length ? named : ruled(offers, wait);
  const about = found.filter(isAbout);
  return about.length ? about : found;
}

/**
 * The same, and what else its rule offers in place of an answer, such as to stand aside.
 * @param {Offered[]} offers
 * @param {Schemas["Awaited"]} wait
 */
export const answersTo = (offers, wait) => [...new Set([...answering(offers, wait), ...ruled(offers, wait)])];

/**
 * @param {Offered[]} offers
 * @param {Schemas["Awaited"]} wait
 */
const ruled = (offers, { rule }) => offers.filter((one) => one.option.rules?.includes(rule) && !isAside(one));

/**
 * An option by itself: its purpose, what it is fixed to besides its move, and what to call the subject that it proposes.
 * @typedef {{option: Option, purpose: string, fixed: Record<string, unknown>, label: string}} Apart
 */

/** @param {Apart} one */
const identity = ({ option, fixed, label }) => JSON.stringify([option.fixed["move"], option.label, label, fixed]);

/**
 * What an option is for; of what is put to the table, each subject by itself.
 * @param {Option} option
 * @returns {Apart[]}
 */
function apart(option) {
  const { move, ...fixed } = option.fixed;
  const [first, ...rest] = option.fields ?? [];
  if (move !== "propose" || first?.field !== "group") return [{ option, purpose: String(move), fixed, label: "" }];
  const subjects = Map.groupBy(first.shapes, ({ fixed, label }) => JSON.stringify([fixed["subject"], label]));
  return [...subjects.values()].map((shapes) => {
    const { subject } = /** @type {Option} */ (shapes[0]).fixed;
    const rules = [...(option.rules ?? []), ...shapes.flatMap((shape) => shape.rules ?? [])];
    return {
      option: { ...option, fields: [{ ...first, shapes }, ...rest], rules },
      purpose: String(subject),
      fixed: { ...fixed, subject },
      label: shapes[0]?.label ?? "",
    };
  });
}
