// A field of a form: its label and hint, its value, and the fault of the value.

import { el } from "../kit/dom";
import type { Part, Spec } from "./part";

let made = 0;

/** The behaviour of all fields. Each kind adds the input (`body`), and how to read, write and judge it. */
export class Field<S extends Spec> {
  id = `field-${++made}`;
  title: string;
  hint: HTMLParagraphElement;
  said: HTMLParagraphElement;
  body = el("div", { class: "body" });
  /** The attributes of the input that the label and the hint belong to. */
  marks: { id: string; "aria-describedby": string };
  element: HTMLDivElement | HTMLFieldSetElement;

  /**
   * @param spec the field as options describe it
   * @param part the move, or the part of a move, that has this field
   * @param inputs one input has a label; several inputs are a group with a legend
   */
  constructor(
    public spec: S,
    readonly part: Part,
    inputs: "one" | "several" = "one",
  ) {
    this.title = spec.label || spec.name;
    this.hint = el("p", { class: "hint", id: `${this.id}-hint` });
    this.said = el("p", { class: "problem", id: `${this.id}-said` });
    const rest = [this.hint, this.body, this.said];
    const described = `${this.id}-hint ${this.id}-said`;
    this.marks = { id: this.id, "aria-describedby": described };
    this.element =
      inputs === "one"
        ? el("div", { class: "field" }, el("label", { for: this.id }, this.title), ...rest)
        : el("fieldset", { class: "field", "aria-describedby": described }, el("legend", {}, this.title), ...rest);
  }

  /** Whether the move is legal without this field. */
  get isOptional() {
    return "optional" in this.spec && this.spec.optional === true;
  }

  /** Whether this object can show a changed description of the field. If not, a new object replaces it. */
  suits(_spec: S) {
    return true;
  }

  /** Whether most players will leave the field out, so that it is folded at first. */
  get mayWait() {
    return this.isOptional || ["payments", "any_tokens", "set"].includes(this.spec.field);
  }

  /**
   * The value of the field.
   * @returns undefined if the field is left out
   */
  read(): unknown {
    throw new Error("each kind of field must define read()");
  }

  /** Put a value in. */
  write(_value: any) {
    throw new Error("each kind of field must define write()");
  }

  /**
   * The fault of a value.
   * @returns an empty string if there is none
   */
  wrong(_value: any): string {
    return "";
  }

  /** Show the effects that changes of other fields have on this one. */
  refresh() {
    this.hint.textContent = this.hints().filter(Boolean).join(" · ");
  }

  /** @returns the notes below the label */
  hints(): (string | false)[] {
    return [this.isOptional && "may be left out"];
  }

  /** Take a changed description of the field. The value stays. */
  update(spec: S) {
    this.spec = spec;
    this.refresh();
  }

  /**
   * Check the value, and show its fault.
   * @returns the fields with a fault: this one, or fields in it
   */
  check(): Field<any>[] {
    const value = this.read();
    const said = value !== undefined ? this.wrong(value) : this.isOptional ? "" : "A value is required.";
    this.tell(said);
    return said ? [this] : [];
  }

  tell(said: string) {
    this.said.textContent = said;
    for (const input of this.inputs()) said ? input.setAttribute("aria-invalid", "true") : input.removeAttribute("aria-invalid");
  }

  focus() {
    this.inputs()[0]?.focus();
  }

  inputs(): HTMLElement[] {
    return [...this.body.querySelectorAll("input:not([type=search]), select, textarea, button")].map((one) => one as HTMLElement);
  }
}
