// Fields that people write in.

import { el } from "../kit/dom";
import type { Schemas } from "../session/watch";
import { Field } from "./field";
import type { Part, Spec } from "./part";

/** Texts with a limit of up to so many characters have an input of one line. */
const LINE = 200;

/** A field with one text input. */
export class Written<S extends Spec> extends Field<S> {
  constructor(
    spec: S,
    part: Part,
    readonly input: HTMLInputElement | HTMLTextAreaElement,
  ) {
    super(spec, part);
    for (const [name, value] of Object.entries(this.marks)) input.setAttribute(name, value);
    this.body.append(input);
  }

  override write(value: any) {
    this.input.value = value === undefined ? "" : String(value);
  }
}

/** If fewer characters than this are left, the hint shows their number. */
const NEARLY = 100;

export class Text extends Written<Schemas["TextField"]> {
  constructor(spec: Schemas["TextField"], part: Part) {
    const attributes = { dir: "auto", autocomplete: "off" };
    super(spec, part, spec.limit > LINE ? el("textarea", { ...attributes, rows: 3 }) : el("input", attributes));
  }

  override hints() {
    const left = this.spec.limit - [...this.input.value].length;
    return [this.spec.new === true && "must differ from all other labels", left < NEARLY && `${left} characters left`, ...super.hints()];
  }

  override read() {
    return this.input.value.trim() ? this.input.value : undefined;
  }

  override wrong(value: string) {
    const over = [...value].length - this.spec.limit;
    if (over > 0) return `This is ${over} ${over === 1 ? "character" : "characters"} too long.`;
    const { pattern } = this.part.schema.property(this.spec.name);
    return pattern && !new RegExp(pattern, "u").test(value) ? "This text has invisible characters. The rules do not allow them." : "";
  }
}
