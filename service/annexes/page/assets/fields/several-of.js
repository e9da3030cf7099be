// Fields that take several values out of those that are listed: subset, rule, echo; and of those that a refusal named: set.

import { Ticks } from "../kit/picker.js";
import { Field } from "./field.js";
import { echoed, rulesOf } from "./one-of.js";
import { chosen, valued } from "./values.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("./part.js").Part} Part */
/** @typedef {import("./part.js").Spec} Spec */
/** @typedef {import("../kit/picker.js").Offer} Offer */

/** Ids of a refusal that are offered at most. */
const LONG = 40;

/**
 * Several values.
 * @template {Spec} S
 * @extends {Field<S>}
 */
class Several extends Field {
  /**
   * @param {S} spec
   * @param {Part} part
   */
  constructor(spec, part) {
    super(spec, part, "several");
    this.ticks = new Ticks();
    this.body.append(...this.ticks.elements);
  }

  /** @override */
  get isOptional() {
    return true;
  }

  /** @returns {Offer[]} */
  offers() {
    return [];
  }

  /** @returns {number} */
  get most() {
    return Infinity;
  }

  /** @override */
  refresh() {
    super.refresh();
    this.ticks.offer(this.offers());
  }

  /** @override */
  read() {
    return this.ticks.value.length ? this.ticks.value : undefined;
  }

  /**
   * @override
   * @param {any[] | undefined} value
   */
  write(value) {
    this.ticks.value = value ?? [];
  }

  /**
   * @override
   * @param {any[]} value
   */
  wrong(value) {
    return value.length > this.most ? `At most ${this.most} can be chosen; these are ${value.length}.` : "";
  }
}

/** @extends {Several<Schemas["SubsetField"]>} */
export class Subset extends Several {
  /** @override */
  offers() {
    return this.spec.choices.map((choice) => ({ value: choice.value, label: chosen(choice, this.part.table.names) }));
  }

  /** @override */
  get most() {
    return this.spec.most;
  }
}

/** @extends {Several<Schemas["RuleNameField"]>} */
export class RuleNames extends Several {
  /** @override */
  offers() {
    return rulesOf(this.part);
  }

  /** @override */
  get most() {
    return this.spec.many ?? 0;
  }
}

/** @extends {Several<Schemas["EchoField"]>} */
export class Echoes extends Several {
  /** @override */
  get isOptional() {
    return this.spec.optional === true;
  }

  /** @override */
  offers() {
    return echoed(this.part, this.spec.of);
  }

  /** @override */
  hints() {
    return [`exactly ${this.spec.many}`, ...super.hints()];
  }

  /**
   * @override
   * @param {any[]} value
   */
  wrong(value) {
    return value.length === this.spec.many ? "" : `Choose exactly ${this.spec.many}.`;
  }
}

/**
 * Ids out of those that a refusal named; before one has, there is nothing to choose from.
 * @extends {Several<Schemas["SetField"]>}
 */
export class Ids extends Several {
  /** @override */
  offers() {
    const { refused, names } = this.part.table;
    const ids = [...new Set([...refused, ...this.ticks.picked.map(String)])].slice(0, LONG);
    return ids.map((id) => ({ value: id, label: valued(id, names) }));
  }

  /** @override */
  refresh() {
    super.refresh();
    this.element.hidden = !this.ticks.offers.length;
  }

  /**
   * @override
   * @param {string[] | undefined} value
   */
  write(value) {
    super.write(value);
    this.refresh();
  }
}
