// Fields for numbers: `number`, `dice`, `any_tokens`.

import { el } from "../kit/dom";
import { spoken } from "../kit/text";
import type { Schemas } from "../session/watch";
import { Field } from "./field";
import type { Part } from "./part";
import type { Path } from "./path";
import { Written } from "./text";

export class Numeral extends Written<Schemas["NumberField"]> {
  constructor(spec: Schemas["NumberField"], part: Part) {
    super(spec, part, el("input", { inputmode: "numeric", autocomplete: "off", size: 8 }));
    if (spec.listed) this.#list(spec.listed);
  }

  override hints() {
    const { least, most, many, listed } = this.spec;
    const bounds = listed ? `one of the ${listed}` : `${least} to ${most}`;
    return [many ? `up to ${many} numbers, ${bounds}, with commas between them` : bounds, ...super.hints()];
  }

  override get isOptional() {
    return Boolean(this.spec.many);
  }

  override read() {
    const numbers = numbersIn(this.input.value);
    if (!numbers.length) return undefined;
    return this.spec.many ? numbers : numbers.length === 1 ? numbers[0] : NaN;
  }

  override wrong(value: number | number[]) {
    const { least, most, many } = this.spec;
    const each = [value].flat();
    if (many && each.length > many) return `At most ${many} numbers.`;
    const fits = each.every((one) => Number.isSafeInteger(one) && one >= least && one <= most);
    return fits ? "" : `A whole number from ${least} to ${most} is needed.`;
  }

  override write(value: number | number[] | undefined) {
    super.write(Array.isArray(value) ? value.join(", ") : value);
  }

  /** Suggest the numbers that a read of the session lists, such as versions. */
  async #list(read: string) {
    const offers = await this.part.table.listed(read, this.spec.name);
    const list = el("datalist", { id: `${this.id}-list` }, ...offers.map(({ value, label }) => el("option", { value }, label)));
    this.input.setAttribute("list", list.id);
    this.body.append(list);
  }
}

export class Dice extends Written<Schemas["DiceField"]> {
  constructor(spec: Schemas["DiceField"], part: Part) {
    super(spec, part, el("input", { inputmode: "numeric", autocomplete: "off" }));
  }

  /** The number of dice to enter. */
  get count() {
    const path = this.spec.path ? this.part.fields.get(this.spec.path) : undefined;
    return path && "dice" in path ? (path as Path).dice : (this.spec.count ?? 0);
  }

  override get isOptional() {
    return this.count === 0;
  }

  override hints() {
    if (this.count === 0) return ["no dice: leave this empty"];
    return [
      `${this.count} ${this.count === 1 ? "die" : "dice"} of ${this.spec.faces} faces: type the numbers on top, with spaces between them`,
    ];
  }

  override read() {
    const numbers = numbersIn(this.input.value);
    return numbers.length ? numbers : undefined;
  }

  override wrong(value: number[]) {
    if (value.length !== this.count) return `You entered ${value.length}; ${this.count} are needed.`;
    const fits = value.every((one) => Number.isInteger(one) && one >= 1 && one <= this.spec.faces);
    return fits ? "" : `A die shows 1 to ${this.spec.faces}.`;
  }

  override write(value: number[] | undefined) {
    super.write(value?.join(" "));
  }
}

export class AnyTokens extends Field<Schemas["AnyTokensField"]> {
  kinds: Map<string, HTMLInputElement> = new Map();

  constructor(spec: Schemas["AnyTokensField"], part: Part) {
    super(spec, part, "several");
    this.#rows();
  }

  override get isOptional() {
    return true;
  }

  /** The number of tokens to pay; undefined if it is not known yet. */
  get total() {
    const times = this.spec.times ? this.part.value(this.spec.times) : 1;
    return typeof times === "number" ? this.spec.total * times : undefined;
  }

  override hints() {
    return [this.total !== undefined && `${this.total} in all`, ...super.hints()];
  }

  override update(spec: Schemas["AnyTokensField"]) {
    super.update(spec);
    this.#rows();
  }

  override read() {
    const paid = [...this.kinds].map(([token, { value }]) => [token, value.trim() ? Number(value) : 0] as const);
    const some = paid.filter(([, amount]) => amount !== 0);
    return some.length ? Object.fromEntries(some) : undefined;
  }

  override write(value: Record<string, number> | undefined) {
    for (const [token, input] of this.kinds) input.value = value?.[token] ? String(value[token]) : "";
  }

  override wrong(value: Record<string, number>) {
    const amounts = Object.entries(value);
    const beyond = amounts.find(([token, amount]) => !(Number.isInteger(amount) && amount >= 0 && amount <= (this.spec.most[token] ?? 0)));
    if (beyond) return `You can pay 0 to ${this.spec.most[beyond[0]]} ${beyond[0]}.`;
    const sum = amounts.reduce((so, [, amount]) => so + amount, 0);
    return this.total === undefined || sum === this.total ? "" : `This is ${sum} in all; the price is ${this.total}.`;
  }

  #rows() {
    for (const [token, most] of Object.entries(this.spec.most)) {
      if (this.kinds.has(token)) continue;
      const input = el("input", { inputmode: "numeric", autocomplete: "off", size: 4 });
      this.kinds.set(token, input);
      this.body.append(el("label", { class: "pair" }, `${spoken(token)} (of ${most})`, input));
    }
  }
}

const numbersIn = (text: string) =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);
