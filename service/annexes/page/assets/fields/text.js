// Fields that people write in.

import { el } from "../kit/dom.js";
import { Field } from "./field.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("./part.js").Part} Part */
/** @typedef {import("./part.js").Spec} Spec */

/** Up to so many characters are a line. */
const LINE = 200;

/**
 * A field with one input.
 * @template {Spec} S
 * @extends {Field<S>}
 */
export class Written extends Field {
  /**
   * @param {S} spec
   * @param {Part} part
   * @param {HTMLInputElement | HTMLTextAreaElement} input
   */
  constructor(spec, part, input) {
    super(spec, part);
    this.input = input;
    for (const [name, value] of Object.entries(this.marks)) input.setAttribute(name, value);
    this.body.append(input);
  }

  /**
   * @override
   * @param {any} value
   */
  write(value) {
    this.input.value = value === undefined ? "" : String(value);
  }
}

/** From here on it is said how much is left. */
const NEARLY = 100;

/** @extends {Written<Schemas["TextField"]>} */
export class Text extends Written {
  /**
   * @param {Schemas["TextField"]} spec
   * @param {Part} part
   */
  constructor(spec, part) {
    const attributes = { dir: "auto", autocomplete: "off" };
    super(spec, part, spec.limit > LINE ? el("textarea", { ...attributes, rows: 3 }) : el("input", attributes));
  }

  /** @override */
  hints() {
    const left = this.spec.limit - [...this.input.value].length;
    return [this.spec.new === true && "unlike every other label", left < NEARLY && `${left} characters left`, ...super.hints()];
  }

  /** @override */
  read() {
    return this.input.value.trim() ? this.input.value : undefined;
  }

  /**
   * @override
   * @param {string} value
   */
  wrong(value) {
    const over = [...value].length - this.spec.limit;
    if (over > 0) return `This is ${over} ${over === 1 ? "character" : "characters"} too long.`;
    const { pattern } = this.part.schema.property(this.spec.name);
    return pattern && !new RegExp(pattern, "u").test(value) ? "There are characters in this that do not show; the rules let none in." : "";
  }
}
