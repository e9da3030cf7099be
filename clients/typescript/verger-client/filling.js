// Fill in an option: keep the given values, leave out other optional fields, and choose legal values for the needed fields.

import { FormError } from "./errors.js";

/**
 * @typedef {import("./answers.js").Option} Option
 * @typedef {import("./answers.js").Field} Field
 * @typedef {Record<string, any>} Part
 */

const LEFT_OUT = new Set(["subset", "payments", "any_tokens", "set"]);
const FILLED = new Set(["choices", "text", "number", "rule", "group", "echo", "dice", "path"]);

/** Fills in options with the first legal values, or with random ones. */
export class Filling {
  /** @param {(() => number) | null} random */
  constructor(random) {
    this.random = random;
  }

  /**
   * Fill in an option, or a part of one.
   * @param {Option} option
   * @param {Part} given
   * @param {Part} around
   * @returns {Part}
   */
  part(option, given, around) {
    /** @type {Part} */
    const part = { ...option.fixed };
    const fields = option.fields ?? [];
    // Fields that repeat values of other fields are filled in last.
    for (const field of [...fields.filter((one) => !echoes(one).length), ...fields.filter((one) => echoes(one).length)]) {
      if (Object.hasOwn(given, field.name)) part[field.name] = fitting(field, given[field.name]);
      else if (!(field.name in part) && !isOptional(field)) part[field.name] = this.#value(field, option, part, around);
    }
    return part;
  }

  /**
   * @param {Field} field
   * @param {Option} option
   * @param {Part} part
   * @param {Part} around
   */
  #value(field, option, part, around) {
    switch (field.field) {
      case "choices":
        return this.#pick((field.choices ?? []).map(({ value }) => value).filter((value) => value !== part[field.excludes ?? ""]));
      case "text":
        return this.#words(field);
      case "number":
        return this.#between(field.least ?? 0, mostOf(field));
      case "rule":
        return option.rules?.[0] ?? "";
      case "group":
        return this.#group(field, option, part);
      case "echo":
        return field.many ? givenTo(field, around).slice(0, field.many) : this.#pick(givenTo(field, around));
      case "path":
        return shortest(field);
      default:
        return Array.from({ length: field.count ?? 0 }, () => this.#die(field));
    }
  }

  /**
   * Fill in one of the group's shapes, or a list with the needed number of entries.
   * @param {Field} field
   * @param {Option} option
   * @param {Part} part
   */
  #group(field, option, part) {
    if (!field.many) return this.part(this.#pick(field.shapes ?? []), {}, part);
    const asking = (option.fields ?? []).flatMap(echoes).filter(({ of }) => of?.startsWith(`${field.name}.`));
    /** @type {Part[]} */
    const entries = [];
    for (const least = Math.max(1, ...asking.map(({ many = 0 }) => many)); entries.length < least; ) {
      entries.push(this.#entry(field, entries, part));
    }
    return entries;
  }

  /**
   * Make one more entry of a list. If entries must differ, it differs from the other entries.
   * @param {Field} field
   * @param {Part[]} others
   * @param {Part} part
   */
  #entry({ shapes = [], distinct = "" }, others, part) {
    const shape = this.#pick(shapes);
    const known = shape.fields?.find(({ name }) => name === distinct)?.choices ?? [];
    const free = known.map(({ value }) => value).filter((value) => !others.some((one) => one[distinct] === value));
    return this.part(shape, free.length ? { [distinct]: this.#pick(free) } : {}, part);
  }

  /**
   * @template T
   * @param {T[]} values
   * @returns {T}
   */
  #pick(values) {
    if (!values.length) throw new FormError("Nothing is legal here now.");
    return /** @type {T} */ (values[this.random ? Math.floor(this.random() * values.length) : 0]);
  }

  /**
   * @param {number} least
   * @param {number} most
   */
  #between(least, most) {
    return this.random ? least + Math.floor(this.random() * (most - least + 1)) : least;
  }

  /** @param {Field} field */
  #words(field) {
    if (!this.random) throw new FormError(`“${field.label ?? field.name}” has to be given.`);
    const word = () => Array.from("1234", () => this.#pick([..."bdgklmnprstv"]) + this.#pick([..."aeiou"])).join("");
    return `${word().replace(/^./, (letter) => letter.toUpperCase())} ${word()}`.slice(0, field.limit);
  }

  /** @param {Field} field */
  #die(field) {
    if (!this.random) throw new FormError(`“${field.label ?? field.name}” is what real dice show.`);
    return this.#between(1, field.faces ?? 1);
  }
}

/**
 * Whether a field can be left out: an optional field, or a field of an unknown kind.
 * @param {Field} field
 */
export function isOptional(field) {
  if (field.field === "number" || field.field === "rule") return Boolean(field.many);
  if (field.field === "dice") return !field.count;
  return Boolean(field.optional) || LEFT_OUT.has(field.field) || !FILLED.has(field.field);
}

/**
 * Return a given value if it is legal for the field. Throws `FormError` if it is not.
 * @param {Field} field
 * @param {any} value
 */
function fitting(field, value) {
  const name = field.label ?? field.name;
  const { limit = 0, least = 0 } = field;
  const legal = field.choices?.map((choice) => choice.value) ?? [];
  if (field.field === "choices" && !legal.includes(value))
    throw new FormError(`“${name}” is one of ${legal.join(", ")}, not ${JSON.stringify(value)}.`);
  if (field.field === "text" && !(value.length > 0 && [...value].length <= limit))
    throw new FormError(`“${name}” takes 1 to ${limit} characters, not ${[...value].length}.`);
  if (field.field === "number" && !field.many && !(least <= value && value <= mostOf(field)))
    throw new FormError(`“${name}” is from ${least} to ${mostOf(field)}, not ${value}.`);
  return value;
}

/** @param {Field} field */
const mostOf = ({ most = 0 }) => (typeof most === "number" ? most : 0);

/**
 * The shortest path from the field's start to its target.
 * @param {Field} field
 * @returns {string[]}
 */
function shortest({ start = "", target = "", ways = [], closed = [] }) {
  /** @type {[string, string[]][]} */
  const ends = [[start, []]];
  const known = new Set([start]);
  for (const [at, path] of ends) {
    for (const { edge, one, other } of ways.filter((way) => [way.one, way.other].includes(at))) {
      const node = one === at ? other : one;
      if (edge === target) return [...path, edge];
      if (node === target) return [...path, edge, node];
      if (known.has(node) || (path.length && closed.includes(node))) continue;
      known.add(node);
      ends.push([node, [...path, edge, node]]);
    }
  }
  return [];
}

/**
 * The fields inside a group that repeat values of the option around the group.
 * @param {Field} field
 */
const echoes = ({ shapes = [] }) => shapes.flatMap(({ fields = [] }) => fields.filter((inner) => inner.field === "echo"));

/**
 * The values that a field can repeat, from the part around it.
 * @param {Field} field
 * @param {Part} around
 */
function givenTo({ of = "" }, around) {
  const [name = "", inner = ""] = of.split(".");
  const parts = /** @type {Part[]} */ (around[name] ?? []);
  return [...new Set(parts.filter((part) => inner in part).map((part) => part[inner]))].sort();
}
