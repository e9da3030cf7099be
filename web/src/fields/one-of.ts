// Fields for one of several listed values: `choices`, `rule`, `payments`, `echo`.

import { el } from "../kit/dom";
import type { Offer } from "../kit/picker";
import { Picker } from "../kit/picker";
import { FEW, Radios } from "../kit/radios";
import type { Schemas } from "../session/watch";
import { Field } from "./field";
import type { Part, Spec } from "./part";
import { chosen, priced } from "./values";

/** One of several values. */
class One<S extends Spec> extends Field<S> {
  isFew: boolean;
  picker: Radios | Picker;

  constructor(spec: S, part: Part) {
    super(spec, part, isFew(spec, part) ? "several" : "one");
    this.isFew = isFew(spec, part);
    const none = this.isOptional ? "– leave out –" : this.isFew ? "" : "– choose –";
    this.picker = this.isFew ? new Radios(this.id, none) : new Picker(this.marks, none);
    if (this.isFew) this.element.setAttribute("role", "radiogroup");
    this.body.append(...this.picker.elements);
  }

  override suits(spec: S) {
    return isFew(spec, this.part) === this.isFew;
  }

  override tell(said: string) {
    if (!this.isFew) return super.tell(said);
    this.said.textContent = said;
    said ? this.element.setAttribute("aria-invalid", "true") : this.element.removeAttribute("aria-invalid");
  }

  offers(): Offer[] {
    return [];
  }

  override refresh() {
    super.refresh();
    this.picker.offer(this.offers());
  }

  override read() {
    return this.picker.value;
  }

  override write(value: any) {
    this.picker.value = value;
  }

  override check() {
    const { picked, value } = this.picker;
    const wrong = super.check();
    if (picked === undefined || value !== undefined) return wrong;
    this.tell("This choice is no longer available: choose again.");
    return [this];
  }
}

/** One of the listed values, or an element that another entry of the same move adds. */
export class Choices extends One<Schemas["ChoicesField"]> {
  /** The input for an id that is not listed, such as `a1.node`: options do not list what other entries of the move add. */
  other: HTMLInputElement;

  constructor(spec: Schemas["ChoicesField"], part: Part) {
    super(spec, part);
    this.other = el("input", {
      "aria-label": `${this.title}: element of another change`,
      maxlength: 40,
      placeholder: "or an element of change 1: a1.node, a1.edge",
      spellcheck: "false",
    });
    if (part.isFree && typeof spec.choices[0]?.value === "string" && part.schema.property(spec.name).isOpen) this.body.append(this.other);
  }

  override offers() {
    const { choices, excludes } = this.spec;
    const taken = excludes ? this.part.value(excludes) : undefined;
    const there = choices.filter(({ value }) => taken === undefined || value !== taken);
    return there.map((choice) => ({ value: choice.value, label: chosen(choice, this.part.table.names) }));
  }

  override refresh() {
    super.refresh();
    // An entry without others cannot name an element that another entry adds.
    this.other.hidden = !this.other.value && !this.part.isOfSeveral;
    const [only, ...more] = this.picker.offers;
    if (only && !more.length && !this.isOptional && this.picker.picked === undefined) this.picker.value = only.value;
  }

  override read() {
    return super.read() ?? (this.other.value.trim() || undefined);
  }

  override write(value: any) {
    const isListed = !this.other.isConnected || this.spec.choices.some((choice) => choice.value === value);
    this.other.value = isListed || value === undefined ? "" : value;
    super.write(isListed ? value : undefined);
  }
}

/** One of the ruleset's rules. */
export class RuleName extends One<Schemas["RuleNameField"]> {
  override offers() {
    return rulesOf(this.part);
  }

  override refresh() {
    super.refresh();
    const id = this.read();
    if (id) this.hint.replaceChildren(el("a", { href: this.part.table.page(id) }, "Read this rule"));
  }
}

/** One of the values that were entered into another field. */
export class Echo extends One<Schemas["EchoField"]> {
  override offers() {
    return echoed(this.part, this.spec.of);
  }
}

/** One of the ways to pay. */
export class Payments extends One<Schemas["PaymentsField"]> {
  override get isOptional() {
    return true;
  }

  override offers() {
    return this.spec.payments.map((way, n) => ({ value: n, label: priced(way) || "nothing" }));
  }

  override read() {
    return this.spec.payments[super.read() ?? -1];
  }

  override write(value: Record<string, number> | undefined) {
    const at = this.spec.payments.findIndex((way) => value && priced(way) === priced(value));
    super.write(at < 0 ? undefined : at);
  }
}

/** Whether a field shows all its values at once, as radio buttons. */
function isFew(spec: Spec, part: Part) {
  if (spec.field === "payments") return spec.payments.length <= FEW;
  return spec.field === "choices" && spec.choices.length <= FEW && !part.isFree && !part.isTerse;
}

export const rulesOf = (part: Part) => part.table.rules.map(({ id, statement }) => ({ value: id, label: `${statement} (${id})` }));

/**
 * The values that were entered into another field.
 * @param of the name of a group outside this part, and of a field in its entries, such as `changes.label`
 */
export function echoed(part: Part, of: string) {
  const [name = "", inner = ""] = of.split(".");
  const entries = (part.outer?.value(name) ?? []) as any[];
  const given = entries.map((entry) => entry[inner]).filter((value) => value !== undefined);
  return [...new Set(given)].map((value) => ({ value, label: String(value) }));
}
