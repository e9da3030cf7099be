// Groups: fields that hold an object of one of several shapes, or a list of such objects.

import { el } from "../kit/dom";
import { sought } from "../kit/spelling";
import type { Schemas } from "../session/watch";
import { Field } from "./field";
import type { Part } from "./part";
import { fits } from "./shape";
import { priced, valued } from "./values";

/** An object of one of several shapes, or a list of such objects. */
export class Group extends Field<Schemas["GroupField"]> {
  entries: Entry[] = [];
  list = el("div", { class: "entries" });
  add: HTMLButtonElement;

  constructor(spec: Schemas["GroupField"], part: Part) {
    super(spec, part, "several");
    this.add = el("button", { type: "button", onclick: () => this.#more() });
    this.body.append(this.list, this.add);
    if (this.isBegun) this.enter();
  }

  /** Whether the list has one box for each shape, and at most one entry of each (see `roster.ts`). */
  get isRoster() {
    return false;
  }

  /** Whether the group begins with one entry. */
  get isBegun() {
    return !this.isOptional && !this.isRoster;
  }

  /** Whether the group holds a list of objects. */
  get isList() {
    return Boolean(this.spec.many);
  }

  override hints() {
    return [
      this.isList && `up to ${this.spec.many}`,
      Boolean(this.spec.distinct) && `no two with the same ${this.spec.distinct}`,
      ...super.hints(),
    ];
  }

  override refresh() {
    super.refresh();
    const most = this.spec.many || 1;
    this.add.hidden = this.entries.length >= most || !this.spec.shapes.length;
    this.add.textContent =
      `Add ${this.isList && this.entries.length ? "another to" : this.isList ? "to" : ""} ${this.title.toLowerCase()}`.replace("  ", " ");
    this.entries.forEach((entry, n) => entry.refresh(n));
  }

  override update(spec: Schemas["GroupField"]) {
    this.spec = spec;
    for (const entry of this.entries) entry.update();
    this.refresh();
  }

  override read() {
    const values = this.entries.map((entry) => entry.read());
    if (!values.length) return undefined;
    return this.isList ? values : values[0];
  }

  override write(value: any) {
    const values = value === undefined ? [] : this.isList ? value : [value];
    this.entries.splice(0).forEach((entry) => entry.element.remove());
    for (const one of values) this.enter().write(one);
    if (!values.length && this.isBegun) this.enter();
    this.refresh();
  }

  override check() {
    const inner = this.entries.flatMap((entry) => entry.check());
    const own = super.check();
    return [...own, ...inner];
  }

  override wrong(value: any) {
    const { distinct } = this.spec;
    if (!distinct || !this.isList) return "";
    const named = value.map((one: any) => sought(String(one[distinct])));
    return new Set(named).size === named.length ? "" : `Two of these have the same ${distinct}.`;
  }

  override focus() {
    this.add.hidden ? this.entries[0]?.focus() : this.add.focus();
  }

  override tell(said: string) {
    this.said.textContent = said;
  }

  enter() {
    const entry = new Entry(this, () => this.dropped(entry));
    this.entries.push(entry);
    this.list.append(entry.element);
    return entry;
  }

  #more() {
    const entry = this.enter();
    this.changed();
    entry.focus();
  }

  dropped(entry: Entry) {
    this.entries = this.entries.filter((one) => one !== entry);
    entry.element.remove();
    this.changed();
    this.add.focus();
  }

  changed() {
    this.refresh();
    this.body.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/** One object of a group: its shape, and the fields of the shape. */
class Entry {
  legend = el("legend");
  shapes: HTMLSelectElement;
  drop: HTMLButtonElement;
  place = el("div");
  element: HTMLFieldSetElement;
  part: Part | undefined = undefined;

  constructor(
    readonly group: Group,
    drop: () => void,
  ) {
    this.shapes = el("select", {
      "aria-label": `Kind of ${group.title.toLowerCase()}`,
      onchange: () => this.#take(Number(this.shapes.value)),
    });
    this.drop = el("button", { type: "button", onclick: drop }, "Remove");
    this.element = el("fieldset", { class: "entry" }, this.legend, this.shapes, this.place, this.drop);
    this.#take(0);
  }

  /** @param n the position of the entry in the group, from 0 */
  refresh(n: number) {
    const { title, isList, isOptional, entries, spec } = this.group;
    const { isRoster } = this.group;
    this.legend.textContent = isRoster ? (this.part?.option.label ?? "") : isList ? `${title} ${n + 1}` : title;
    this.legend.hidden = !isList;
    this.shapes.hidden = isRoster || spec.shapes.length < 2;
    this.drop.hidden = isRoster || (!isOptional && entries.length < 2);
    this.drop.setAttribute("aria-label", `Remove ${title.toLowerCase()}${isList ? ` ${n + 1}` : ""}`);
    this.part?.refresh();
  }

  write(value: any) {
    const { shapes } = this.group.spec;
    const whole = shapes.findIndex((shape) => fits(shape, value));
    this.#take(Math.max(0, whole < 0 ? shapes.findIndex((shape) => fits(shape, value, false)) : whole));
    this.part?.write(value);
  }

  read() {
    return this.part?.read();
  }

  check() {
    return this.part?.check() ?? [];
  }

  focus() {
    const first = this.element.querySelector("select:not([hidden]), input:not([hidden]), textarea");
    if (first instanceof HTMLElement) first.focus();
  }

  /** Offer the current shapes. The chosen shape stays if it still exists. */
  update() {
    const { shapes } = this.group.spec;
    const option = this.part?.option;
    const own = option && shapes.find((shape) => isLike(shape, option));
    if (own) this.part?.update(own, this.#described(own));
    this.#list(own ? shapes.indexOf(own) : -1);
  }

  /** @param n the position of the shape among the group's shapes */
  #take(n: number) {
    const { spec, part } = this.group;
    const shape = spec.shapes[n];
    if (!shape) return;
    const before = this.part?.read();
    this.part = part.entry(shape, this.#described(shape), { isFree: Boolean(spec.singly), isTerse: this.group.isRoster });
    if (before) this.part.write({ ...this.part.read(), ...before });
    this.place.replaceChildren(this.part.element);
    this.#list(n);
  }

  #described(shape: Schemas["Option"]) {
    return this.group.part.schema.property(this.group.spec.name).shape(shape.fixed);
  }

  #list(chosen: number) {
    const { shapes } = this.group.spec;
    const options = shapes.map((shape, n) => el("option", { value: n, selected: n === chosen }, this.#called(shape)));
    this.shapes.replaceChildren(...options);
  }

  /** A shape in words: its fixed values, and its fields if another shape has the same values. */
  #called(shape: Schemas["Option"]) {
    const { names } = this.group.part.table;
    // The label stands for the first fixed value.
    const said = ({ fixed, label }: Schemas["Option"]) => {
      const [, ...others] = Object.values(fixed);
      return [label, ...others.map((value) => valued(value, names))].filter(Boolean).join(", ");
    };
    const alike = this.group.spec.shapes.filter((other) => said(other) === said(shape));
    const common = (name: string) => alike.every(({ fields = [] }) => fields.some((field) => field.name === name));
    const own = (shape.fields ?? []).filter(({ name }) => alike.length > 1 && !common(name));
    const besides = own.map(({ label, name }) => (label || name).toLowerCase()).join(", ");
    const called = [said(shape), besides && `with ${besides}`].filter(Boolean).join(" ");
    const price = priced(shape.price);
    return [called || "new", price].filter(Boolean).join(" – ");
  }
}

/** Whether two shapes have the same fields and differ only in the offered choices. */
const isLike = (one: Schemas["Option"], other: Schemas["Option"]) => outline(one) === outline(other);

const outline = ({ fixed, fields = [] }: Schemas["Option"]) => JSON.stringify([fixed, fields.map(({ name, field }) => [name, field])]);
