// Shapes: whether a value has a shape, and the values that a shape begins with.

import type { Schemas } from "../session/watch";
import type { Spec } from "./part";

/**
 * Whether a value has this shape.
 * @param isWhole whether all needed fields must have values
 */
export function fits({ fixed, fields = [] }: Schemas["Option"], value: Record<string, any>, isWhole: boolean = true): boolean {
  const known = new Map(fields.map((field) => [field.name, field]));
  const isKnown = Object.keys(value).every((name) => name in fixed || known.has(name) || value[name] === null);
  const isFixed = Object.entries(fixed).every(([name, is]) => value[name] === is);
  return isKnown && isFixed && [...known.values()].every((field) => takes(field, value[field.name], isWhole));
}

function takes(field: Spec, value: any, isWhole: boolean) {
  if (value === undefined || value === null) return !isWhole || !isNeeded(field);
  if (field.field === "choices") return field.choices.some((choice) => choice.value === value);
  if (field.field === "group" && !field.many) return field.shapes.some((shape) => fits(shape, value, isWhole));
  return true;
}

/** Whether a field must have a value before the move can be sent. */
export function isNeeded(field: Spec) {
  if (field.field === "number" || field.field === "rule") return !field.many;
  return ["choices", "text", "group", "echo"].includes(field.field) && !("optional" in field && field.optional);
}

/** The values that a move, or a part of one, begins with. */
export const suggested = (option: Schemas["Option"]): Record<string, any> => ({ ...option.suggested, ...option.fixed });

/** The placeholder for a text that is not written yet. */
const UNWRITTEN = "…";

/** A value with placeholders for texts that are not written yet; null if other needed fields are still empty. */
export function padded(shape: Schemas["Option"], value: Record<string, any>): Record<string, any> | null {
  const whole = { ...value };
  for (const field of shape.fields ?? []) {
    if (field.field === "text" && isNeeded(field)) whole[field.name] ??= UNWRITTEN;
    if (field.field !== "group" || !whole[field.name]) continue;
    const entries = [whole[field.name]].flat().map((one) => entry(field.shapes, one));
    if (entries.includes(null)) return null;
    whole[field.name] = field.many ? entries : entries[0];
  }
  return fits(shape, whole) ? whole : null;
}

function entry(shapes: Schemas["Option"][], value: Record<string, any>) {
  const all = shapes.map((shape) => padded(shape, value));
  return all.find(Boolean) ?? null;
}
