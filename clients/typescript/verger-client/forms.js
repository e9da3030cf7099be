// Forms: the moves that are open, to be filled in without knowing the game.

import { FormError } from "./errors.js";
import { Filling } from "./filling.js";

/**
 * @typedef {import("./answers.js").Option} Option
 * @typedef {import("./answers.js").Awaited} Awaited
 * @typedef {{move: string, [field: string]: unknown}} Move
 */

const ASIDE = new Set(
  "add_limit signal rename leave rewind leave_out dispute state_view appeal give_nonce reveal_dice seal_note reveal_note decline retract propose".split(
    " ",
  ),
);
// Moves that a table can make at any time. A program makes them only if play waits for them.

/** A move that a seat can make, with its label, its price and its fields. */
export class Form {
  /**
   * @param {Option} option
   * @param {string} [about] the id that the move answers, such as a proposal's; it is chosen if it is legal
   */
  constructor(option, about = "") {
    this.option = option;
    this.about = about;
  }

  /** The move's name. */
  get move() {
    return String(this.option.fixed.move);
  }

  /** The text of a button for the move. */
  get label() {
    return this.option.label ?? this.move;
  }

  /** The tokens that the move costs, by their kinds. */
  get price() {
    return this.option.price ?? {};
  }

  /** The fields to fill in: `field` is the kind, and `choices` has the legal values if they are listed. */
  get fields() {
    return this.option.fields ?? [];
  }

  /**
   * Return the move with these values. Other fields are left out or get their first legal value. With a `random`, such as `Math.random`,
   * other fields get random legal values and random words. Throws `FormError`.
   * @param {Record<string, unknown>} [given]
   * @param {(() => number) | null} [random]
   * @returns {Move}
   */
  fill(given = {}, random = null) {
    const names = this.fields.map(({ name }) => name);
    const unknown = Object.keys(given).find((name) => !names.includes(name));
    if (unknown) throw new FormError(`“${this.label}” has no field ${unknown}; it has: ${names.join(", ") || "none"}.`);
    return /** @type {Move} */ (new Filling(random, this.about).part(this.option, given, {}));
  }
}

/**
 * The forms that answer the waits: moves of the name of a wait, else moves with its rule.
 * @param {Option[]} options
 * @param {Awaited[]} waits
 */
export function answering(options, waits) {
  const all = options.flatMap(apart);
  return waits.flatMap((wait) => answers(all, wait));
}

/**
 * @param {[unknown, Option][]} all
 * @param {Awaited} wait
 */
function answers(all, { what, rule, about = "" }) {
  const name = what === "agreement" ? "agree" : what;
  let found = all.filter(([purpose]) => purpose === name);
  if (!found.length) found = all.filter(([, option]) => option.rules?.includes(rule));
  if (!found.length && what === "play") found = all.filter(([, option]) => !ASIDE.has(String(option.fixed.move)));
  const meant = found.filter(([, option]) => Object.values(option.fixed).includes(about));
  return (meant.length ? meant : found).map(([, option]) => new Form(option, about));
}

/**
 * An option with the name of its move. A proposal has an option for each subject.
 * @param {Option} option
 * @returns {[unknown, Option][]}
 */
function apart(option) {
  const [field] = option.fields ?? [];
  if (option.fixed.move !== "propose" || !field) return [[option.fixed.move, option]];
  return (field.shapes ?? []).map((shape) => {
    const { rules, label } = shape;
    return [shape.fixed.subject, { ...option, fields: [{ ...field, shapes: [shape] }], rules, label }];
  });
}
