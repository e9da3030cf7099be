// Offers: options with distinct names, which are the titles of their forms. A question is answered by some of the offers.

import { counted, priced, valued } from "../fields/values";
import type { Names } from "../session/names";
import type { Schemas } from "../session/watch";
import { differences } from "./differences";

type Option = Schemas["Option"];

/** An option with its name. An option to propose something is divided into one offer for each subject. */
export type Offered = {
  /** identifies the offer: it stays the same for the same move on the same element */
  key: string;
  /** the title of the form */
  name: string;
  /** the name of the move, or of the proposed subject */
  purpose: string;
  /** the price of the move, in words */
  cost: string;
  option: Option;
};

/** Turn options into offers: first those of the game, then those that every table has. */
export function offered(options: Option[], names: Names): Offered[] {
  const each = options.flatMap((option) => apart(option));
  const alike = Map.groupBy(each, identity);
  const called = Map.groupBy(each, wording);
  const found = each.map((apart) => {
    const { option, purpose, fixed, label } = apart;
    const one = identity(apart);
    const same = (alike.get(one) ?? []).map((other) => other.option);
    const n = same.indexOf(option);
    const { subject: _, ...others } = fixed;
    // A value that the label already contains is not repeated.
    const verb = purpose === option.fixed["move"] ? (option.answers?.verb ?? option.label ?? "") : "Propose";
    const isSaid = (value: string) => verb.toLowerCase().includes(value.toLowerCase());
    // A number without a name only tells an option from others.
    const isAlone = called.get(wording(apart))?.length === 1;
    const told = Object.values(others).filter((value) => !isAlone || typeof value !== "number");
    const values = told.map((value) => valued(value, names));
    const words = [label, ...values.filter((value) => !isSaid(value)), differences(same, names)[n]];
    const name = [verb, words.filter(Boolean).join(", ")].filter(Boolean).join(": ");
    return { key: `${one} ${n + 1}`, name, purpose, cost: cost(option), option };
  });
  return [...found.filter((one) => !isAside(one)), ...found.filter(isAside)];
}

function cost({ price, tokens = 0, fields = [] }: Option) {
  if (price) return priced(price);
  const isEach = fields.some((field) => field.field === "any_tokens" && field.times);
  return tokens ? `${counted(tokens)}${isEach ? " each" : ""}` : "";
}

/** Whether an offer exists at every table. Such offers stand last. */
export const isAside = ({ option }: Offered) => option.of === "table";

/** The offers that answer a question. */
export const answering = (offers: Offered[], wait: Schemas["Awaited"]) =>
  offers.filter(({ option }) => option.answers?.question === wait.id);

/** An option with only one purpose. `fixed` has its fixed values without the move, and `label` is the label of the proposed subject. */
type Apart = { option: Option; purpose: string; fixed: Record<string, unknown>; label: string };

const wording = ({ option, label }: Apart) => JSON.stringify([option.fixed["move"], option.label, label]);
const identity = (apart: Apart) => JSON.stringify([wording(apart), apart.fixed]);

/** Divide an option into one for each purpose: a proposal has a purpose for each subject. */
function apart(option: Option): Apart[] {
  const { move, ...fixed } = option.fixed;
  const [first, ...rest] = option.fields ?? [];
  if (move !== "propose" || first?.field !== "group") return [{ option, purpose: String(move), fixed, label: "" }];
  const subjects = Map.groupBy(first.shapes, ({ fixed, label }) => JSON.stringify([fixed["subject"], label]));
  return [...subjects.values()].map((shapes) => {
    const { subject } = (shapes[0] as Option).fixed;
    const rules = [...(option.rules ?? []), ...shapes.flatMap((shape) => shape.rules ?? [])];
    return {
      option: { ...option, of: shapes[0]?.of, fields: [{ ...first, shapes }, ...rest], rules },
      purpose: String(subject),
      fixed: { ...fixed, subject },
      label: shapes[0]?.label ?? "",
    };
  });
}
