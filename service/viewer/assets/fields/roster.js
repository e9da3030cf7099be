// Rosters: lists of which each entry is somebody else, who is ticked; what goes for the one before goes for the next.

import { el, words } from "../kit/dom.js";
import { Group } from "./group.js";
import { fits } from "./shape.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("./part.js").Part} Part */

/** As many are ticked; of more, entries are added one by one. */
const MOST = 12;

/**
 * Whether no two entries of a list can be of the same shape, as its shapes say what they may not share.
 * @param {Schemas["GroupField"]} spec
 */
export const isRoster = ({ many, distinct, shapes }) =>
  Boolean(many && distinct && shapes.length <= MOST && shapes.every(({ fixed, label }) => label && distinct in fixed));

/** A list of those who are ticked. */
export class Roster extends Group {
  /**
   * @param {Schemas["GroupField"]} spec
   * @param {Part} part
   */
  constructor(spec, part) {
    super(spec, part);
    /** The boxes, by whom they stand for. @type {Map<unknown, HTMLInputElement>} */
    this.boxes = new Map();
    this.rows = "";
    this.list.classList.add("roster");
  }

  /** @override */
  get isRoster() {
    return true;
  }

  /**
   * @override
   * @param {Schemas["GroupField"]} spec
   */
  suits(spec) {
    return isRoster(spec);
  }

  /** @override What everybody sees need not be said. */
  hints() {
    const { many = 0, shapes } = this.spec;
    return [many < shapes.length && `up to ${many}`, this.isOptional && "may be left out"];
  }

  /** @override */
  refresh() {
    super.refresh();
    this.add.hidden = true;
    this.#rows();
  }

  /** @override */
  focus() {
    this.list.querySelector("input")?.focus();
  }

  /** A row for each: a box, and what is to be said of who is ticked. */
  #rows() {
    const { distinct = "", shapes } = this.spec;
    const entryOf = (/** @type {unknown} */ whose) => this.entries.find(({ part }) => part?.option.fixed[distinct] === whose);
    const rows = JSON.stringify([shapes.map(({ fixed, label }) => [fixed, label]), this.entries.map(({ part }) => part?.option.fixed)]);
    // Whoever is at a field stays there.
    if (rows === this.rows) return;
    this.rows = rows;
    const all = shapes.map((shape) => {
      const whose = shape.fixed[distinct];
      const box = this.boxes.get(whose) ?? el("input", { type: "checkbox" });
      this.boxes.set(whose, box);
      const entry = entryOf(whose);
      box.checked = entry !== undefined;
      box.onchange = () => this.#tick(shape, box, entry);
      return [el("label", {}, box, " ", words(shape.label ?? "")), ...(entry ? [entry.element] : [])];
    });
    this.list.replaceChildren(...all.flat());
  }

  /**
   * @param {Schemas["Option"]} shape
   * @param {HTMLInputElement} box
   * @param {ReturnType<Group["enter"]>} [entry] of who was ticked
   */
  #tick(shape, box, entry) {
    const said = { ...this.entries.at(-1)?.read(), ...shape.fixed };
    if (entry) this.dropped(entry);
    else this.enter().write(fits(shape, said, false) ? said : shape.fixed);
    this.changed();
    box.focus();
  }
}
