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
// What tables can do at any time: a program does it only where it is waited for.

/** A move that is open to a seat: what to call it, what it costs, and what there is to fill in. */
export class Form {
  /**
   * @param {Option} option
   * @param {string} [about] what it is an answer to, such as a proposal's id: chosen where it can be
   */
  constructor(option, about = "") {
    this.option = option;
    this.about = about;
  }

  /** The move's name. */
  get move() {
    return String(this.option.fixed.move);
  }

  /** What to call it, as on a button. */
  get label() {
    return this.option.label ?? this.move;
  }

  /** The tokens that it costs, by their kinds. */
  get price() {
    return this.option.price ?? {};
  }

  /** What there is to fill in: `field` is the kind, `choices` are the legal values where there are some. */
  get fields() {
    return this.option.fields ?? [];
  }

  /**
   * The move, with these values; what is not given is left out or the first that is legal. With a `random`, such as `Math.random`, it is
   * drawn from all that is legal, and words are made up. Throws `FormError`.
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
 * The forms that give what is awaited: those of its name, else those by its rule.
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
 * What an option is for: its move, or what is proposed, each subject by itself.
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
