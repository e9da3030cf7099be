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
  /** Goes on the input that the label names. */
  marks: { id: string; "aria-describedby": string };
  element: HTMLDivElement | HTMLFieldSetElement;

  /**
   * @param spec the field as options describe it
   * @param part the move, or the part of one, that it is a field of
   * @param inputs a label is for one input; several are a group
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

  /** Whether it can be this field from now on; else another takes its place. */
  suits(_spec: S) {
    return true;
  }

  /** Whether most will leave it out, so that it need not be seen at first. */
  get mayWait() {
    return this.isOptional || ["payments", "any_tokens", "set"].includes(this.spec.field);
  }

  /**
   * The value of the field.
   * @returns undefined leaves the field out
   */
  read(): unknown {
    throw new Error("a kind of field says how it is read");
  }

  /** Put a value in. */
  write(_value: any) {
    throw new Error("a kind of field says how it is written");
  }

  /**
   * The fault of a value.
   * @returns an empty string if there is none
   */
  wrong(_value: any): string {
    return "";
  }

  /** Show what other fields have changed. */
  refresh() {
    this.hint.textContent = this.hints().filter(Boolean).join(" · ");
  }

  /** @returns the notes next to its label */
  hints(): (string | false)[] {
    return [this.isOptional && "may be left out"];
  }

  /** Show the new state of the field. Its value stays. */
  update(spec: S) {
    this.spec = spec;
    this.refresh();
  }

  /**
   * Judge the value, and show its fault.
   * @returns this, or the fields in it, if something is wrong
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
