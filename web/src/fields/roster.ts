// Rosters: lists with one box for each person. A newly ticked person gets the choices of the one before.

import { el, words } from "../kit/dom";
import type { Schemas } from "../session/watch";
import { Group } from "./group";
import type { Part } from "./part";
import { fits, suggested } from "./shape";

/** As many are ticked; of more, entries are added one by one. */
const MOST = 12;

/** Whether no two entries of a list can be of the same shape, as its shapes say what they may not share. */
export const isRoster = ({ many, distinct, shapes }: Schemas["GroupField"]) =>
  Boolean(many && distinct && shapes.length <= MOST && shapes.every(({ fixed, label }) => label && distinct in fixed));

/** A list of those who are ticked. */
export class Roster extends Group {
  /** The boxes, by the person. */
  boxes: Map<unknown, HTMLInputElement> = new Map();
  rows = "";
  all: HTMLInputElement;

  constructor(spec: Schemas["GroupField"], part: Part) {
    super(spec, part);
    this.all = el("input", { type: "checkbox", onchange: () => this.#tickAll() });
    this.list.classList.add("roster");
  }

  override get isRoster() {
    return true;
  }

  override suits(spec: Schemas["GroupField"]) {
    return isRoster(spec);
  }

  /** Leave out hints that everybody can see. */
  override hints() {
    const { many = 0, shapes } = this.spec;
    return [many < shapes.length && `up to ${many}`, this.isOptional && "may be left out"];
  }

  override refresh() {
    super.refresh();
    this.add.hidden = true;
    this.#rows();
  }

  override focus() {
    this.list.querySelector("input")?.focus();
  }

  /** A row for each person: a box, and the fields if it is ticked. */
  #rows() {
    const { distinct = "", shapes } = this.spec;
    const entryOf = (whose: unknown) => this.entries.find(({ part }) => part?.option.fixed[distinct] === whose);
    const rows = JSON.stringify([shapes.map(({ fixed, label }) => [fixed, label]), this.entries.map(({ part }) => part?.option.fixed)]);
    // Keep the focus in the field that has it.
    if (rows === this.rows) return;
    this.rows = rows;
    const rest = shapes.map((shape) => {
      const whose = shape.fixed[distinct];
      const box = this.boxes.get(whose) ?? el("input", { type: "checkbox" });
      this.boxes.set(whose, box);
      const entry = entryOf(whose);
      box.checked = entry !== undefined;
      box.onchange = () => this.#tick(shape, box, entry);
      return [el("label", {}, box, " ", words(shape.label ?? "")), ...(entry ? [entry.element] : [])];
    });
    this.all.checked = this.entries.length === shapes.length;
    this.all.indeterminate = this.entries.length > 0 && !this.all.checked;
    const all = this.#mayBeAll ? [el("label", { class: "all" }, this.all, " All")] : [];
    this.list.replaceChildren(...all, ...rest.flat());
  }

  /** Whether one press may take everybody. */
  get #mayBeAll() {
    const { many = 0, shapes } = this.spec;
    return shapes.length > 2 && shapes.length <= many;
  }

  #tickAll() {
    const isOn = this.all.checked;
    for (const box of this.boxes.values()) if (box.isConnected && box.checked !== isOn) box.click();
    this.all.focus();
  }

  /** The first values of a ticked person: the choices of the one before, if there were any, or the suggestions of the options. */
  #begun(shape: Schemas["Option"]) {
    const before = this.entries.at(-1)?.part;
    const said = { ...before?.read(), ...shape.fixed };
    const isChosen = before && JSON.stringify(before.read()) !== before.blank;
    return isChosen && fits(shape, said, false) ? said : suggested(shape);
  }

  /** @param entry of the ticked person */
  #tick(shape: Schemas["Option"], box: HTMLInputElement, entry?: ReturnType<Group["enter"]>) {
    const begun = this.#begun(shape);
    if (entry) this.dropped(entry);
    else this.enter().write(begun);
    this.changed();
    box.focus();
  }
}
