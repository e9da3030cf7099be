// Ways: the answers to a question, each with the label of its button.

import { isNeeded } from "../fields/shape";
import { priced } from "../fields/values";
import type { Schemas } from "../session/watch";
import type { Offered } from "./offers";

/** A move with the label of its button. If `isWhole` is false, only some of its values are known, and the player fills in the others. */
export type Plain = { label: string; cost: string; known: Record<string, unknown>; isWhole: boolean };

/** An answer: its result, whether it destroys something, and for a yes-or-no question, which of the two it means. */
export type Way = Plain & { key: string; consequence: string; destroys: boolean; says?: "yes" | "no" | null; reason: Reason | undefined };

/** The field for the reason of a no, which can be left empty. */
type Reason = Schemas["TextField"];

/** If the only field of an answer has up to so many values, each value has its own button. */
const BUTTONS_OF_A_FIELD = 3;

export const ways = (answers: Offered[]): Way[] =>
  answers.flatMap((one) => {
    const { consequence = "", destroys = false, says } = one.option.answers ?? {};
    const reason = says === "no" ? (one.option.fields ?? []).find((field) => field.field === "text" && field.optional) : undefined;
    return waysOf(one).map((way) => ({ ...way, key: one.key, consequence, destroys, says, reason: reason as Reason | undefined }));
  });

function waysOf({ cost, name, option: { fields = [], fixed, answers, label = name } }: Offered): Plain[] {
  const verb = answers?.verb ?? label;
  const [only] = fields.length === 1 ? fields : [];
  if (only?.field === "group" && only.shapes.every((shape) => "subject" in shape.fixed))
    return only.shapes.map((shape) => way(`Propose: ${verb}`, cost, shape, (subject) => ({ ...fixed, [only.name]: subject })));
  if (only?.field === "choices" && !only.optional && only.choices.length > 1 && only.choices.length <= BUTTONS_OF_A_FIELD)
    return only.choices.map(({ value, label: said, price: own }) => ({
      label: `${verb}: ${said}`,
      cost: own ? priced(own) : cost,
      known: { ...fixed, [only.name]: value },
      isWhole: true,
    }));
  return [way(verb, cost, { fixed, fields }, (known) => known)];
}

/** @param within completes the known values of a part to the move */
function way(
  label: string,
  cost: string,
  { fixed, fields = [] }: Schemas["Option"],
  within: (known: Record<string, unknown>) => Record<string, unknown>,
): Plain {
  const needed = fields.filter((field) => isNeeded(field) || field.field === "dice");
  const given = needed.map((field) => [field.name, onlyOf(field)]).filter(([, value]) => value !== undefined);
  const isWhole = given.length === needed.length;
  return { label: isWhole ? label : `${label}…`, cost, known: within({ ...fixed, ...Object.fromEntries(given) }), isWhole };
}

/** The only value that a field can have, if there is one. */
function onlyOf(field: NonNullable<Schemas["Option"]["fields"]>[number]): unknown {
  if (field.field === "choices" && field.choices.length === 1) return field.choices[0]?.value;
  if (field.field === "number" && !field.many && !field.listed && field.least === field.most) return field.least;
  return undefined;
}
