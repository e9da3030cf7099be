// Forms: fill in the legal moves without knowing the game.

import { FormError } from "./errors.js";
import { Filling } from "./filling.js";

/**
 * @typedef {import("./answers.js").Option} Option
 * @typedef {import("./answers.js").Awaited} Awaited
 * @typedef {{move: string, [field: string]: unknown}} Move
 */

/** A move that a seat can make, with its label, its price and its fields. */
export class Form {
  /** @param {Option} option */
  constructor(option) {
    this.option = option;
  }

  /** The name of the move. */
  get move() {
    return String(this.option.fixed.move);
  }

  /** The text of a button for the move. */
  get label() {
    return this.option.label ?? this.move;
  }

  /** The question that the move answers, with the words for a button; null if it answers none. */
  get answers() {
    return this.option.answers ?? null;
  }

  /** Whether the move destroys something, so that a program should ask its player again. */
  get destroys() {
    return this.answers?.destroys ?? false;
  }

  /** The tokens that the move costs, by kind. */
  get price() {
    return this.option.price ?? {};
  }

  /** The fields to fill in. `field` is the kind of a field, and `choices` has its legal values if they are listed. */
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
    return /** @type {Move} */ (new Filling(random).part(this.option, given, {}));
  }
}
