// A path: edges and nodes in turn, chosen step by step from where it starts.

import { el, words } from "../kit/dom.js";
import { Picker } from "../kit/picker.js";
import { Field } from "./field.js";
import { valued } from "./values.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("./part.js").Part} Part */
/** @typedef {Schemas["Way"]} Way */

/** @extends {Field<Schemas["PathField"]>} */
export class Path extends Field {
  /**
   * @param {Schemas["PathField"]} spec
   * @param {Part} part
   */
  constructor(spec, part) {
    super(spec, part, "several");
    /** @type {string[]} */
    this.taken = [];
    this.list = el("ol", { class: "path" });
    this.picker = new Picker({ "aria-label": "Next step", onchange: () => this.#go() }, "– next step –");
    this.back = el("button", { type: "button", onclick: () => this.#take(this.taken.slice(0, -2 + (this.taken.length % 2))) }, "Step back");
    this.body.append(this.list, ...this.picker.elements, this.back);
  }

  /** @override */
  get isOptional() {
    return true;
  }

  /** How many dice the path gives, as its field's description says. */
  get dice() {
    const { start, target, power, ways } = this.spec;
    if (!this.taken.length) return Math.max(0, start === target ? power : power - 1);
    const powers = new Map(ways.map(({ edge, power }) => [edge, power]));
    const counted = this.taken.filter((id, n) => powers.has(id) && n < this.taken.length - 1);
    const added = counted.reduce((sum, edge) => sum + (powers.get(edge) ?? 0), 0);
    return Math.max(0, power + added - this.taken.length);
  }

  /** @override */
  hints() {
    const say = (/** @type {string} */ id) => valued(id, this.part.table.names);
    return [
      `from ${say(this.spec.start)} to ${say(this.spec.target)}`,
      `gives ${this.dice} ${this.dice === 1 ? "die" : "dice"}`,
      ...super.hints(),
    ];
  }

  /** @override */
  refresh() {
    super.refresh();
    const { names } = this.part.table;
    const steps = this.taken.map((id) => el("li", {}, words(valued(id, names))));
    this.list.replaceChildren(...steps);
    const ahead = this.#isThere() ? [] : this.#ahead();
    this.picker.offer(ahead.map(({ steps, label }) => ({ value: steps.join(" "), label })));
    this.picker.elements.forEach((one) => one.toggleAttribute("disabled", !ahead.length));
    this.back.disabled = !this.taken.length;
  }

  /** @override */
  read() {
    return this.taken.length ? this.taken : undefined;
  }

  /**
   * @override
   * @param {string[] | undefined} value
   */
  write(value) {
    this.taken = [...(value ?? [])];
    this.refresh();
  }

  /** @override */
  wrong() {
    return this.#isThere() ? "" : `The path has not come to ${valued(this.spec.target, this.part.table.names)} yet.`;
  }

  #isThere() {
    return this.taken.at(-1) === this.spec.target;
  }

  /** Where the path has come to: an edge at its end is where it ends. */
  get #at() {
    return this.taken.at(-1) ?? this.spec.start;
  }

  /** The steps that can follow: an edge and the node at its other end, or an edge that is the target. */
  #ahead() {
    const { ways, start, target, closed = [] } = this.spec;
    const been = new Set([start, ...this.taken]);
    const open = (/** @type {string} */ node) => !been.has(node) && !(this.taken.length && closed.includes(node));
    const { names } = this.part.table;
    return ways.flatMap((way) => {
      const { edge, one, other } = way;
      if (been.has(edge) || (one !== this.#at && other !== this.#at)) return [];
      if (edge === target) return [{ steps: [edge], label: `${valued(edge, names)} – the target` }];
      const next = one === this.#at ? other : one;
      return open(next) ? [{ steps: [edge, next], label: `${valued(edge, names)}, to ${valued(next, names)} – power ${way.power}` }] : [];
    });
  }

  #go() {
    const { value } = this.picker;
    if (value) this.#take([...this.taken, ...value.split(" ")]);
  }

  /** @param {string[]} taken */
  #take(taken) {
    this.picker.value = undefined;
    this.write(taken);
    this.body.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
