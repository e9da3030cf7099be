// Rosters: lists with one box for each person. A newly ticked person gets the same choices as the person ticked before.

import { el, words } from "../kit/dom";
import type { Schemas } from "../session/watch";
import { Group } from "./group";
import type { Part } from "./part";
import { fits, suggested } from "./shape";

/** The maximum number of boxes. For more persons, entries are added one by one. */
const MOST = 12;

/** Whether a list can have at most one entry of each shape: entries may not share a value, and each shape fixes this value. */
export const isRoster = ({ many, distinct, shapes }: Schemas["GroupField"]) =>
  Boolean(many && distinct && shapes.length <= MOST && shapes.every(({ fixed, label }) => label && distinct in fixed));

/** A list with an entry for each ticked person. */
export class Roster extends Group {
  /** The boxes by person. */
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

  /** Leave out the hints that the boxes make unnecessary. */
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
    // A new drawing would take the focus away from its field.
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

  /** Whether there is a box that ticks all persons. */
  get #mayBeAll() {
    const { many = 0, shapes } = this.spec;
    return shapes.length > 2 && shapes.length <= many;
  }

  #tickAll() {
    const isOn = this.all.checked;
    for (const box of this.boxes.values()) if (box.isConnected && box.checked !== isOn) box.click();
    this.all.focus();
  }

  /** The first values of a ticked person: the choices for the person ticked before, if any, or else the suggestions of the option. */
  #begun(shape: Schemas["Option"]) {
    const before = this.entries.at(-1)?.part;
    const said = { ...before?.read(), ...shape.fixed };
    const isChosen = before && JSON.stringify(before.read()) !== before.blank;
    return isChosen && fits(shape, said, false) ? said : suggested(shape);
  }

  /** @param entry the person's entry, if the box was ticked before */
  #tick(shape: Schemas["Option"], box: HTMLInputElement, entry?: ReturnType<Group["enter"]>) {
    const begun = this.#begun(shape);
    if (entry) this.dropped(entry);
    else this.enter().write(begun);
    this.changed();
    box.focus();
  }
}
