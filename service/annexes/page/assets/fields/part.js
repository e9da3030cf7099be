// Parts: a move, or an object within one, as fields to fill in.

import { el } from "../kit/dom.js";
import { Group } from "./group.js";
import { AnyTokens, Dice, Numeral } from "./number.js";
import { Choices, Echo, Payments, RuleName } from "./one-of.js";
import { Path } from "./path.js";
import { isRoster, Roster } from "./roster.js";
import { Echoes, Ids, RuleNames, Subset } from "./several-of.js";
import { suggested } from "./shape.js";
import { Text } from "./text.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("./schema.js").Described} Described */
/** @typedef {import("./field.js").Field<any>} Field */
/** @typedef {NonNullable<Schemas["Option"]["fields"]>[number]} Spec what options say about a field */

/**
 * What a form is made with: what things are called, and what the ruleset knows.
 * @typedef {object} Table
 * @property {import("../session/names.js").Names} names
 * @property {{id: string, statement: string}[]} rules of the game
 * @property {(rule: string) => string} page where a rule is described
 * @property {(read: string, name: string) => Promise<{value: number, label: string}[]>} listed what a read of the session lists
 * @property {string[]} refused ids that the last refusal of the move named
 */

/** A move or a part of one: the fixed values of an option, and its fields. */
export class Part {
  /**
   * @param {Schemas["Option"]} option
   * @param {Described} schema what its schema says of it
   * @param {Table} table
   * @param {{outer?: Part, isFree?: boolean, isTerse?: boolean}} [within] the part that holds the group of which this is an entry
   */
  constructor(option, schema, table, { outer, isFree = false, isTerse = false } = {}) {
    this.table = table;
    this.outer = outer;
    /** Whether it may name what options do not list. */
    this.isFree = isFree;
    /** Whether it stands in one line. */
    this.isTerse = isTerse;
    /** @type {Map<string, Field>} */
    this.fields = new Map();
    this.rest = el("details", { class: "rest" }, el("summary", {}, "More…"));
    this.element = el("div", { class: "part" }, this.rest);
    this.option = option;
    this.schema = schema;
    this.update(option, schema);
    this.write(suggested(option));
    /** What it says when nobody has filled anything in. */
    this.blank = JSON.stringify(this.read());
  }

  /**
   * The option as it is now. Fields that are still there keep what was put in.
   * @param {Schemas["Option"]} option
   * @param {Described} schema
   */
  update(option, schema) {
    this.option = option;
    this.schema = schema;
    const before = this.fields;
    this.fields = new Map();
    for (const spec of option.fields ?? []) {
      if (spec.name in option.fixed) continue;
      const known = before.get(spec.name);
      const isSame = known && known.constructor === kindOf(spec) && known.suits(spec);
      const field = isSame ? known : new (kindOf(spec))(/** @type {any} */ (spec), this);
      this.fields.set(spec.name, field);
      if (isSame) known.update(spec);
      else if (known) field.write(known.read());
    }
    for (const [name, field] of before) if (this.fields.get(name) !== field) field.element.remove();
    for (const field of this.fields.values()) this.#place(field);
    this.refresh();
  }

  /**
   * Have a field where it belongs: what may be left out stands behind the others, folded.
   * @param {Field} field
   */
  #place(field) {
    const place = field.mayWait ? this.rest : this.element;
    if (field.element.parentElement === place) return;
    if (field.mayWait) this.rest.append(field.element);
    else this.rest.before(field.element);
  }

  /** Show what may be left out where something of it was put in, or is wrong. */
  #unfold() {
    const isUsed = [...this.fields.values()].some((field) => field.mayWait && field.read() !== undefined);
    if (isUsed) this.rest.open = true;
  }

  /**
   * A part of this one: an entry of a group.
   * @param {Schemas["Option"]} shape
   * @param {Described} schema
   * @param {{isFree: boolean, isTerse: boolean}} as
   */
  entry(shape, schema, { isFree, isTerse }) {
    return new Part(shape, schema, this.table, { outer: this, isFree: this.isFree || isFree, isTerse: this.isTerse || isTerse });
  }

  /** Whether it is one of several entries of a list, at any depth. @returns {boolean} */
  get isOfSeveral() {
    const lists = [...(this.outer?.fields.values() ?? [])].map((field) => field.read()).filter(Array.isArray);
    return lists.some(({ length }) => length > 1) || Boolean(this.outer?.isOfSeveral);
  }

  /** What was put in, as the API takes it. @returns {Record<string, any>} */
  read() {
    const filled = [...this.fields].map(([name, field]) => [name, field.read()]);
    return { ...this.option.fixed, ...Object.fromEntries(filled.filter(([, value]) => value !== undefined)) };
  }

  /** @param {Record<string, any>} value null is the same as left out */
  write(value) {
    for (const [name, field] of this.fields) field.write(value[name] ?? undefined);
    this.refresh();
    this.#unfold();
  }

  /**
   * What one of its fields was given.
   * @param {string} name
   * @returns {unknown}
   */
  value(name) {
    return this.fields.get(name)?.read() ?? this.option.fixed[name];
  }

  /** Have fields see what others were given. */
  refresh() {
    for (const field of this.fields.values()) field.refresh();
    this.rest.hidden = ![...this.fields.values()].some((field) => field.mayWait);
  }

  /** How many dice it rolls, where a way says that; otherwise nothing. */
  get dice() {
    return [...this.fields.values()].find((field) => field instanceof Path)?.dice;
  }

  /** @returns {Field[]} the fields with which something is wrong */
  check() {
    const wrong = [...this.fields.values()].flatMap((field) => field.check());
    if (wrong.some((field) => this.rest.contains(field.element))) this.rest.open = true;
    return wrong;
  }
}

/**
 * Which kind of field this is: the one place that knows all of them.
 * @param {Spec} spec
 * @returns {new (spec: any, part: Part) => Field}
 */
function kindOf(spec) {
  switch (spec.field) {
    case "choices":
      return Choices;
    case "text":
      return Text;
    case "number":
      return Numeral;
    case "subset":
      return Subset;
    case "rule":
      return spec.many ? RuleNames : RuleName;
    case "group":
      return isRoster(spec) ? Roster : Group;
    case "echo":
      return spec.many ? Echoes : Echo;
    case "payments":
      return Payments;
    case "any_tokens":
      return AnyTokens;
    case "path":
      return Path;
    case "dice":
      return Dice;
    case "set":
      return Ids;
  }
}
