// Parts: a move, or an object within a move, as fields to fill in.

import { el } from "../kit/dom";
import type { Names } from "../session/names";
import type { Schemas } from "../session/watch";
import { Group } from "./group";
import { AnyTokens, Dice, Numeral } from "./number";
import { Choices, Echo, Payments, RuleName } from "./one-of";
import { Path } from "./path";
import { isRoster, Roster } from "./roster";
import type { Described } from "./schema";
import { Echoes, Ids, RuleNames, Subset } from "./several-of";
import { suggested } from "./shape";
import { Text } from "./text";
import { counted, priced } from "./values";

type Field = import("./field").Field<any>;
/** A field as options describe it. */
export type Spec = NonNullable<Schemas["Option"]["fields"]>[number];

/** The context of all fields in a form. */
export type Table = {
  names: Names;
  /** the rules of the game */
  rules: { id: string; statement: string }[];
  /** the address of the page of a rule */
  page: (rule: string) => string;
  /** the values that a read of the session lists */
  listed: (read: string, name: string) => Promise<{ value: number; label: string }[]>;
  /** ids that the last refusal of the move named */
  refused: string[];
};

/** A move or a part of one: the fixed values of an option, and its fields. */
export class Part {
  outer: Part | undefined;
  /** Whether its fields accept ids that options do not list. */
  isFree: boolean;
  /** Whether its fields stand in one line. */
  isTerse: boolean;
  fields: Map<string, Field> = new Map();
  rest = el("details", { class: "rest" }, el("summary", {}, "More…"));
  element: HTMLDivElement;
  /** The part's values as JSON before anybody has filled in anything. */
  blank: string;

  /**
   * @param schema the description of the part in the schema
   * @param within for an entry of a group: `outer` is the part with the group
   */
  constructor(
    public option: Schemas["Option"],
    public schema: Described,
    readonly table: Table,
    { outer, isFree = false, isTerse = false }: { outer?: Part; isFree?: boolean; isTerse?: boolean } = {},
  ) {
    this.outer = outer;
    this.isFree = isFree;
    this.isTerse = isTerse;
    this.element = el("div", { class: "part" }, this.rest);
    this.update(option, schema);
    this.write(suggested(option));
    this.blank = JSON.stringify(this.read());
  }

  /** Take a changed option. Fields that still exist keep their values. */
  update(option: Schemas["Option"], schema: Described) {
    this.option = option;
    this.schema = schema;
    const before = this.fields;
    this.fields = new Map();
    for (const spec of option.fields ?? []) {
      if (spec.name in option.fixed) continue;
      const known = before.get(spec.name);
      const isSame = known && known.constructor === kindOf(spec) && known.suits(spec);
      const field = isSame ? known : new (kindOf(spec))(spec as any, this);
      this.fields.set(spec.name, field);
      if (isSame) known.update(spec);
      else if (known) field.write(known.read());
    }
    for (const [name, field] of before) if (this.fields.get(name) !== field) field.element.remove();
    for (const field of this.fields.values()) this.#place(field);
    this.refresh();
  }

  /** Put a field in its place: optional fields come last, folded. */
  #place(field: Field) {
    const place = field.mayWait ? this.rest : this.element;
    if (field.element.parentElement === place) return;
    if (field.mayWait) this.rest.append(field.element);
    else this.rest.before(field.element);
  }

  /** Unfold the optional fields if one of them has a value. */
  #unfold() {
    const isUsed = [...this.fields.values()].some((field) => field.mayWait && field.read() !== undefined);
    if (isUsed) this.rest.open = true;
  }

  /** Make the part for an entry of a group. */
  entry(shape: Schemas["Option"], schema: Described, { isFree, isTerse }: { isFree: boolean; isTerse: boolean }) {
    return new Part(shape, schema, this.table, { outer: this, isFree: this.isFree || isFree, isTerse: this.isTerse || isTerse });
  }

  /** Whether this part belongs to one of several entries of a list, at any depth. */
  get isOfSeveral(): boolean {
    const lists = [...(this.outer?.fields.values() ?? [])].map((field) => field.read()).filter(Array.isArray);
    return lists.some(({ length }) => length > 1) || Boolean(this.outer?.isOfSeveral);
  }

  /** The values in the form that the API accepts. */
  read(): Record<string, any> {
    const filled = [...this.fields].map(([name, field]) => [name, field.read()]);
    return { ...this.option.fixed, ...Object.fromEntries(filled.filter(([, value]) => value !== undefined)) };
  }

  /** @param value the values of the fields; null means that the field is left out */
  write(value: Record<string, any>) {
    for (const [name, field] of this.fields) field.write(value[name] ?? undefined);
    this.refresh();
    this.#unfold();
  }

  /** The value of one field. */
  value(name: string): unknown {
    return this.fields.get(name)?.read() ?? this.option.fixed[name];
  }

  /** Refresh each field, so that it knows the values of the others. */
  refresh() {
    for (const field of this.fields.values()) field.refresh();
    this.rest.hidden = ![...this.fields.values()].some((field) => field.mayWait);
  }

  /** How many dice the part's path gives; undefined if the part has no path. */
  get dice() {
    return [...this.fields.values()].find((field) => field instanceof Path)?.dice;
  }

  /** The price with the current values, in words; empty if the price is not known yet. */
  get cost(): string {
    const fields = [...this.fields.values()];
    const total = fields.find((field) => field instanceof AnyTokens)?.total;
    if (total !== undefined) return counted(total);
    const inner = fields.flatMap((field) => (field instanceof Group ? field.entries.map(({ part }) => part?.option.price) : []));
    const sum: Record<string, number> = {};
    for (const price of [this.option.price, ...inner])
      for (const [token, amount] of Object.entries(price ?? {})) sum[token] = (sum[token] ?? 0) + amount;
    return priced(sum);
  }

  /**
   * Check all fields, and show their faults.
   * @returns the fields with a fault
   */
  check(): Field[] {
    const wrong = [...this.fields.values()].flatMap((field) => field.check());
    if (wrong.some((field) => this.rest.contains(field.element))) this.rest.open = true;
    return wrong;
  }
}

/** The class for a kind of field. Only this function knows all kinds. */
function kindOf(spec: Spec): new (spec: any, part: Part) => Field {
  switch (spec.field) {
    case "choices":
      return Choices;
    case "text":
      return Text;
    case "number":
      return Numeral;
    case "subset":
      return Subset;
    case "rule":
      return spec.many ? RuleNames : RuleName;
    case "group":
      return isRoster(spec) ? Roster : Group;
    case "echo":
      return spec.many ? Echoes : Echo;
    case "payments":
      return Payments;
    case "any_tokens":
      return AnyTokens;
    case "path":
      return Path;
    case "dice":
      return Dice;
    case "set":
      return Ids;
  }
}
