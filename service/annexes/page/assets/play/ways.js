// Ways: the answers to what is awaited, each as a button says it.

import { isNeeded } from "../fields/shape.js";
import { priced } from "../fields/values.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("./offers.js").Offered} Offered */

/**
 * An answer: the move that it is, or, where something has to be filled in first, as much of it as is known.
 * @typedef {{key: string, label: string, cost: string, known: Record<string, unknown>, isWhole: boolean, destroys: boolean}} Way
 */

/** @typedef {Omit<Way, "key" | "destroys">} Plain */

/** A field of so few values has a button for each. */
const BUTTONS_OF_A_FIELD = 3;

/**
 * @param {Offered[]} answers
 * @returns {Way[]}
 */
export const ways = (answers) =>
  answers.flatMap((one) => waysOf(one).map((way) => ({ ...way, key: one.key, destroys: one.option.answers?.destroys ?? false })));

/**
 * @param {Offered} offered
 * @returns {Plain[]}
 */
function waysOf({ cost, name, option: { fields = [], fixed, answers, label = name } }) {
  const verb = answers?.verb ?? label;
  const [only] = fields.length === 1 ? fields : [];
  if (only?.field === "group" && only.shapes.every((shape) => "subject" in shape.fixed))
    return only.shapes.map((shape) => way(`Propose: ${shape.label}`, cost, shape, (subject) => ({ ...fixed, [only.name]: subject })));
  if (only?.field === "choices" && only.choices.length > 1 && only.choices.length <= BUTTONS_OF_A_FIELD)
    return only.choices.map(({ value, label: said, price: own }) => ({
      label: `${verb}: ${said}`,
      cost: own ? priced(own) : cost,
      known: { ...fixed, [only.name]: value },
      isWhole: true,
    }));
  return [way(verb, cost, { fixed, fields }, (known) => known)];
}

/**
 * @param {string} label
 * @param {string} cost
 * @param {Schemas["Option"]} option
 * @param {(known: Record<string, unknown>) => Record<string, unknown>} within what is known of it, as a part of its move
 * @returns {Plain}
 */
function way(label, cost, { fixed, fields = [] }, within) {
  const needed = fields.filter((field) => isNeeded(field) || field.field === "dice");
  const given = needed.map((field) => [field.name, onlyOf(field)]).filter(([, value]) => value !== undefined);
  const isWhole = given.length === needed.length;
  return { label: isWhole ? label : `${label}…`, cost, known: within({ ...fixed, ...Object.fromEntries(given) }), isWhole };
}

/**
 * The only value that a field can have, if there is one.
 * @param {NonNullable<Schemas["Option"]["fields"]>[number]} field
 * @returns {unknown}
 */
function onlyOf(field) {
  if (field.field === "choices" && field.choices.length === 1) return field.choices[0]?.value;
  if (field.field === "number" && !field.many && !field.listed && field.least === field.most) return field.least;
  return undefined;
}
