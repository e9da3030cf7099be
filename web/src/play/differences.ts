// Differences: the words that distinguish several options with the same move on the same element.

import { chosen } from "../fields/values";
import type { Names } from "../session/names";
import type { Schemas } from "../session/watch";

type Option = Schemas["Option"];
type Spec = NonNullable<Option["fields"]>[number];

/** The number of choices that are named if a field has many. The rest is counted. */
const NAMED = 2;

/**
 * The shortest labels that distinguish several similar options.
 * @returns an empty string for a single option, and a number if nothing else distinguishes the options
 */
export function differences(options: Option[], names: Names): string[] {
  const fields = new Set(options.flatMap((option) => (option.fields ?? []).map(({ name }) => name)));
  let found = options.map(() => "");
  for (const field of fields) {
    if (new Set(found).size === options.length) return found;
    const specs = options.map((option) => option.fields?.find(({ name }) => name === field));
    const said = specs.map((spec) => asked(spec, specs, names));
    if (new Set(said).size > 1) found = found.map((one, n) => [one, said[n]].filter(Boolean).join(", "));
  }
  return found.map((one, n) => {
    const before = found.slice(0, n).filter((other) => other === one).length;
    return before ? `${one} (${before + 1})`.trim() : one;
  });
}

/** Describe the choices of an option's field, for comparison with the same field of other options. */
function asked(spec: Spec | undefined, others: (Spec | undefined)[], names: Names) {
  if (!spec) return "";
  const name = (spec.label || spec.name).toLowerCase();
  if (spec.field === "number") return `${name} ${spec.least} to ${spec.most}`;
  if (spec.field === "dice") return `${spec.count ?? 1} dice`;
  if (spec.field === "group")
    return others.every((other) => other?.field === "group") ? "" : others.every(Boolean) ? `new ${name}` : `with ${name}`;
  if (spec.field !== "choices") return `with ${name}`;
  if (others.some((other) => other?.field === "group")) return `existing ${name}`;
  const values = spec.choices.map((choice) => chosen({ ...choice, price: null }, names));
  const said = values.length > NAMED + 1 ? `${values.slice(0, NAMED).join(", ")} or ${values.length - NAMED} more` : values.join(" or ");
  const isNamed = others.every(Boolean) && spec.choices.every(({ value }) => typeof value === "string" && names.knows(value));
  return isNamed ? said : `${name} ${said}`;
}
