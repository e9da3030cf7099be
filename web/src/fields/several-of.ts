// Fields for several values: `subset`, `rule` and `echo` list the values; `set` offers the ids that a refusal named.

import type { Offer } from "../kit/picker";
import { Ticks } from "../kit/picker";
import type { Schemas } from "../session/watch";
import { Field } from "./field";
import { echoed, rulesOf } from "./one-of";
import type { Part, Spec } from "./part";
import { chosen, valued } from "./values";

/** The maximum number of ids from a refusal that are offered. */
const LONG = 40;

/** A field for several values. */
class Several<S extends Spec> extends Field<S> {
  ticks = new Ticks();

  constructor(spec: S, part: Part) {
    super(spec, part, "several");
    this.body.append(...this.ticks.elements);
  }

  override get isOptional() {
    return true;
  }

  offers(): Offer[] {
    return [];
  }

  get most(): number {
    return Infinity;
  }

  override refresh() {
    super.refresh();
    this.ticks.offer(this.offers());
  }

  override read() {
    return this.ticks.value.length ? this.ticks.value : undefined;
  }

  override write(value: any[] | undefined) {
    this.ticks.value = value ?? [];
  }

  override wrong(value: any[]) {
    return value.length > this.most ? `At most ${this.most} can be chosen; these are ${value.length}.` : "";
  }
}

export class Subset extends Several<Schemas["SubsetField"]> {
  override offers() {
    return this.spec.choices.map((choice) => ({ value: choice.value, label: chosen(choice, this.part.table.names) }));
  }

  override get most() {
    return this.spec.most;
  }
}

export class RuleNames extends Several<Schemas["RuleNameField"]> {
  override offers() {
    return rulesOf(this.part);
  }

  override get most() {
    return this.spec.many ?? 0;
  }
}

export class Echoes extends Several<Schemas["EchoField"]> {
  override get isOptional() {
    return this.spec.optional === true;
  }

  override offers() {
    return echoed(this.part, this.spec.of);
  }

  override hints() {
    return [`exactly ${this.spec.many}`, ...super.hints()];
  }

  override wrong(value: any[]) {
    return value.length === this.spec.many ? "" : `Choose exactly ${this.spec.many}.`;
  }
}

/** Some of the ids that the last refusal of the move named. Before a refusal, the field is hidden. */
export class Ids extends Several<Schemas["SetField"]> {
  override offers() {
    const { refused, names } = this.part.table;
    const ids = [...new Set([...refused, ...this.ticks.picked.map(String)])].slice(0, LONG);
    return ids.map((id) => ({ value: id, label: valued(id, names) }));
  }

  override refresh() {
    super.refresh();
    this.element.hidden = !this.ticks.offers.length;
  }

  override write(value: string[] | undefined) {
    super.write(value);
    this.refresh();
  }
}
