// A path of alternating edges and nodes, which the player chooses step by step from its start.

import { el, words } from "../kit/dom";
import { Picker } from "../kit/picker";
import type { Schemas } from "../session/watch";
import { Field } from "./field";
import type { Part } from "./part";
import { valued } from "./values";

/** The maximum number of edges of the suggested path. Longer paths rarely give more dice. */
const EDGES = 4;
export const NO_DICE = "This way gives no dice, so nothing is rolled. Is that what you want?";

/**
 * The label of the button that rolls.
 * @param label the label of the move
 * @param isSure whether the player was asked to confirm a roll of no dice
 */
export const rolls = (label: string, dice: number, isSure: boolean) =>
  `${label} ${isSure ? "no dice" : `${dice} ${dice === 1 ? "die" : "dice"}`}`;

export class Path extends Field<Schemas["PathField"]> {
  /** The chosen path. At first, this is the path with the most dice. */
  taken: string[];
  list = el("ol", { class: "path" });
  picker: Picker;
  back: HTMLButtonElement;

  constructor(spec: Schemas["PathField"], part: Part) {
    super(spec, part, "several");
    this.taken = this.#best();
    this.picker = new Picker({ "aria-label": "Next step", onchange: () => this.#go() }, "– next step –");
    this.back = el("button", { type: "button", onclick: () => this.#take(this.taken.slice(0, -2 + (this.taken.length % 2))) }, "Step back");
    this.body.append(this.list, ...this.picker.elements, this.back);
  }

  override get isOptional() {
    return Boolean(this.spec.optional);
  }

  /** How many dice the path gives. */
  get dice() {
    return this.#gives(this.taken);
  }

  /** How many dice a path gives, by the formula in the field's description. */
  #gives(path: string[]) {
    const { start, target, power, ways } = this.spec;
    if (!path.length) return Math.max(0, start === target ? power : power - 1);
    const powers = new Map(ways.map(({ edge, power }) => [edge, power]));
    const counted = path.filter((id, n) => powers.has(id) && n < path.length - 1);
    const added = counted.reduce((sum, edge) => sum + (powers.get(edge) ?? 0), 0);
    return Math.max(0, power + added - path.length);
  }

  /** The path with the most dice among those that reach the target; empty if none does. */
  #best(path: string[] = []): string[] {
    const { target } = this.spec;
    if (path.at(-1) === target) return path;
    const far = path.length < 2 * EDGES ? this.#steps(path).map((steps) => this.#best([...path, ...steps])) : [];
    const there = far.filter((one) => one.at(-1) === target);
    return there.toSorted((a, b) => this.#gives(b) - this.#gives(a))[0] ?? [];
  }

  override hints() {
    const say = (id: string) => valued(id, this.part.table.names);
    return [
      `from ${say(this.spec.start)} to ${say(this.spec.target)}`,
      `gives ${this.dice} ${this.dice === 1 ? "die" : "dice"}`,
      ...super.hints(),
    ];
  }

  override refresh() {
    super.refresh();
    const { names } = this.part.table;
    const steps = this.taken.map((id) => el("li", {}, words(valued(id, names))));
    this.list.replaceChildren(...steps);
    const ahead = this.#isThere() ? [] : this.#steps(this.taken);
    this.picker.offer(ahead.map((steps) => ({ value: steps.join(" "), label: this.#said(steps) })));
    this.picker.elements.forEach((one) => one.toggleAttribute("disabled", !ahead.length));
    this.back.disabled = !this.taken.length;
  }

  override read() {
    return this.taken.length ? this.taken : undefined;
  }

  override write(value: string[] | undefined) {
    this.taken = [...(value ?? this.#best())];
    this.refresh();
  }

  override wrong() {
    return this.#isThere() ? "" : `The path does not reach ${valued(this.spec.target, this.part.table.names)} yet.`;
  }

  #isThere() {
    return this.taken.at(-1) === this.spec.target;
  }

  /**
   * The steps that can follow a path. Each is an edge and the node at its other end, or only an edge if it is the target.
   * @param path the path so far, which does not end at the target
   */
  #steps(path: string[]): string[][] {
    const { ways, start, target, closed = [] } = this.spec;
    const at = path.at(-1) ?? start;
    const been = new Set([start, ...path]);
    const open = (node: string) => !been.has(node) && !(path.length && closed.includes(node));
    return ways.flatMap(({ edge, one, other }) => {
      if (been.has(edge) || (one !== at && other !== at)) return [];
      if (edge === target) return [[edge]];
      const next = one === at ? other : one;
      return open(next) ? [[edge, next]] : [];
    });
  }

  /** @param steps an edge and the node at its end, or only an edge if it is the target */
  #said([edge = "", node]: string[]) {
    const { names } = this.part.table;
    if (!node) return `${valued(edge, names)} – the target`;
    const way = this.spec.ways.find((one) => one.edge === edge);
    return `${valued(edge, names)}, to ${valued(node, names)} – power ${way?.power}`;
  }

  #go() {
    const { value } = this.picker;
    if (value) this.#take([...this.taken, ...value.split(" ")]);
  }

  #take(taken: string[]) {
    this.picker.value = undefined;
    this.write(taken);
    this.body.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
