// A field of a form: its label and hint, what was put in, and what is still wrong with that.

import { el } from "../kit/dom.js";

/** @typedef {import("./part.js").Part} Part */
/** @typedef {import("./part.js").Spec} Spec */

let made = 0;

/**
 * What a field of any kind does. A kind adds what is put in (`body`), and how it is read, written and judged.
 * @template {Spec} S
 */
export class Field {
  /**
   * @param {S} spec the field as options describe it
   * @param {Part} part the move, or the part of one, that it is a field of
   * @param {"one" | "several"} inputs a label is for one input; several are a group
   */
  constructor(spec, part, inputs = "one") {
    this.spec = spec;
    this.part = part;
    this.id = `field-${++made}`;
    this.title = spec.label || spec.name;
    this.hint = el("p", { class: "hint", id: `${this.id}-hint` });
    this.said = el("p", { class: "problem", id: `${this.id}-said` });
    this.body = el("div", { class: "body" });
    const rest = [this.hint, this.body, this.said];
    const described = `${this.id}-hint ${this.id}-said`;
    /** Goes on the input that the label names. */
    this.marks = { id: this.id, "aria-describedby": described };
    this.element =
      inputs === "one"
        ? el("div", { class: "field" }, el("label", { for: this.id }, this.title), ...rest)
        : el("fieldset", { class: "field", "aria-describedby": described }, el("legend", {}, this.title), ...rest);
  }

  /** Whether the move may be made without it. */
  get isOptional() {
    return "optional" in this.spec && this.spec.optional === true;
  }

  /**
   * Whether it can be this field from now on; else another takes its place.
   * @param {S} _spec
   */
  suits(_spec) {
    return true;
  }

  /** Whether most will leave it out, so that it need not be seen at first. */
  get mayWait() {
    return this.isOptional || ["payments", "any_tokens", "set"].includes(this.spec.field);
  }

  /**
   * What was put in.
   * @returns {unknown} undefined leaves the field out
   */
  read() {
    throw new Error("a kind of field says how it is read");
  }

  /**
   * Put a value in.
   * @param {any} _value
   */
  write(_value) {
    throw new Error("a kind of field says how it is written");
  }

  /**
   * What is wrong with a value that was put in.
   * @param {any} _value
   * @returns {string} nothing where it would do
   */
  wrong(_value) {
    return "";
  }

  /** Show what other fields have changed. */
  refresh() {
    this.hint.textContent = this.hints().filter(Boolean).join(" · ");
  }

  /** @returns {(string | false)[]} what to say about it beside its label */
  hints() {
    return [this.isOptional && "may be left out"];
  }

  /**
   * The field as it is now; what was put in stays.
   * @param {S} spec
   */
  update(spec) {
    this.spec = spec;
    this.refresh();
  }

  /**
   * Judge what was put in, and say what is wrong.
   * @returns {Field<any>[]} this, or the fields in it, with which something is wrong
   */
  check() {
    const value = this.read();
    const said = value !== undefined ? this.wrong(value) : this.isOptional ? "" : "This is needed.";
    this.tell(said);
    return said ? [this] : [];
  }

  /** @param {string} said */
  tell(said) {
    this.said.textContent = said;
    for (const input of this.inputs()) said ? input.setAttribute("aria-invalid", "true") : input.removeAttribute("aria-invalid");
  }

  focus() {
    this.inputs()[0]?.focus();
  }

  /** @returns {HTMLElement[]} */
  inputs() {
    return [...this.body.querySelectorAll("input:not([type=search]), select, textarea, button")].map(
      (one) => /** @type {HTMLElement} */ (one),
    );
  }
}
