// Takes: the legal moves with each element of a picture. An option lists the values of its fields. This module lists the options by value.

import { isNeeded } from "../fields/shape";
import { priced } from "../fields/values";
import type { Offered } from "../play/offers";
import type { Plain } from "../play/ways";
import { ID } from "../session/names";
import type { Schemas } from "../session/watch";

type Option = Schemas["Option"];

/** A move, or a part of one, as far as it is known. */
type Known = Record<string, unknown>;

/**
 * A place in an option that names an element: the part of the option, the part's known values, and a function that completes these to a
 * move. `besides` has the fields of the option outside the part.
 */
type Named = Part & { id: string; known: Known; called?: string };
type Spec = NonNullable<Option["fields"]>[number];
/**
 * A move with an element. `said` distinguishes it from other moves with the element. `left` has the fields to fill in, and `within` makes
 * the whole move from their values. `left` is empty if fields outside the part that names the element must be filled in, too.
 */
export type Taking = Plain & { key: string; purpose: string; said: string; left: Spec[]; within: (more: Known) => Known };

/** Up to so many values of the only open field become separate ways. */
const EACH = 3;

/** The ways that take each element, in the order of the offers. */
export function takes(offers: Offered[]): Map<string, Taking[]> {
  const all = offers.flatMap((offered) => takings(offered));
  return new Map([...Map.groupBy(all, ({ id }) => id)].map(([id, some]) => [id, some.map(({ taking }) => taking)]));
}

function takings(offered: Offered): { id: string; taking: Taking }[] {
  // If two fields of a part take the same element, only the first counts: its form has both fields.
  const there = [...parts(offered.option)].flatMap(naming);
  const named = [...Map.groupBy(there, ({ id, part, called }) => `${id} ${called} ${JSON.stringify(part.fixed)}`).values()];
  return named.flatMap(([first]) => (first ? waysOf(offered, first).map((taking) => ({ id: first.id, taking })) : []));
}

/** An option, or a shape within it. `within` completes the known values of the part to a move. `besides` has the fields outside it. */
type Part = { part: Option; within: (known: Known) => Known; besides: Spec[] };

function* parts(part: Option, within: Part["within"] = (known) => known, besides: Spec[] = []): Generator<Part> {
  yield { part, within, besides };
  const { fixed, fields = [] } = part;
  for (const field of fields) {
    if (field.field !== "group") continue;
    const inside = (known: Known) => within({ ...fixed, [field.name]: field.many ? [known] : known });
    const others = fields.filter((other) => other !== field);
    for (const shape of field.shapes) yield* parts(shape, inside, [...besides, ...others]);
  }
}

function naming({ part, within, besides }: Part): Named[] {
  const { fixed, fields = [] } = part;
  const known = fields.flatMap((field) =>
    values(field).map((id) => ({ id, known: { [field.name]: field.field === "subset" ? [id] : id } })),
  );
  const all = [...Object.values(fixed).map((id) => ({ id: String(id), known: {} })), ...known, ...fields.flatMap(leading)];
  return all.filter(({ id }) => ID.test(id)).map((one) => ({ ...one, part, known: { ...fixed, ...one.known }, within, besides }));
}

/** The choices of a field that lead to an element without being its id, each with its label. */
function leading(field: Spec) {
  if (field.field !== "choices") return [];
  return field.choices.flatMap(({ value, label, about }) => (about ? [{ id: about, known: { [field.name]: value }, called: label }] : []));
}

/** The ids among the values that a field accepts. */
function values(field: Spec): string[] {
  const choices = field.field === "choices" || field.field === "subset" ? field.choices : [];
  return choices.map(({ value }) => String(value)).filter((value) => ID.test(value));
}

/** The ways to join one element to another: parts that take both, each in a separate field. */
export function joins(offers: Offered[], one: string, other: string): Taking[] {
  return offers.flatMap((offered) =>
    [...parts(offered.option)].flatMap(({ part, within, besides }) => {
      const takes = (id: string) => (part.fields ?? []).filter((field) => field.field === "choices" && values(field).includes(id));
      const [from] = takes(one);
      const to = takes(other).find((field) => field !== from);
      if (!from || !to) return [];
      const named = { id: one, part, known: { ...part.fixed, [from.name]: one, [to.name]: other }, within, besides };
      return waysOf(offered, named);
    }),
  );
}

/**
 * The ways to write a new element that needs at most one existing element. The move must be awaited, or need more than one text.
 * @param near the id of the element to join the new one to, if the move allows it
 */
export function writes(offers: Offered[], awaited: Set<string>, near: string): Taking[] {
  return offers.flatMap((offered) =>
    [...parts(offered.option)].flatMap(({ part, within, besides }) => {
      const texts = (part.fields ?? []).filter((field) => field.field === "text" && isNeeded(field));
      const isNew = texts.some((field) => field.field === "text" && field.new) && (texts.length > 1 || awaited.has(offered.purpose));
      const [taking, ...more] = (part.fields ?? []).filter((field) => isNeeded(field) && values(field).length);
      if (!isNew || more.length) return [];
      const joined = taking && values(taking).includes(near) ? { [taking.name]: near } : {};
      return waysOf(offered, { id: "", part, known: { ...part.fixed, ...joined }, within, besides });
    }),
  );
}

/** @param named the place in the option that names an element */
const waysOf = ({ key, purpose, cost }: Offered, named: Named): Taking[] => waysWith(named, cost).map((way) => ({ ...way, key, purpose }));

/**
 * The ways to use a place: one way, or one for each value of the only open field, if the values are few.
 * @param cost the cost of the whole move, in words
 */
function waysWith({ part, known, within, besides, called = "" }: Named, cost: string): Omit<Taking, "key" | "purpose">[] {
  const { fields = [] } = part;
  const label = [part.label, called].filter(Boolean).join(": ");
  const price = priced(part.price) || cost;
  const isLeft = (field: Spec) => (isNeeded(field) || field.field === "dice") && !(field.name in known);
  const own = fields.filter(isLeft);
  const left = [...own, ...besides.filter((field) => isNeeded(field) || field.field === "dice")];
  const [only] = left;
  const whole = (more: Known) => within({ ...known, ...more });
  if (left.length === 1 && only?.field === "choices" && !besides.includes(only) && only.choices.length <= EACH)
    return only.choices.map(({ value, label: said, price: own }) => ({
      label: `${label}: ${said}`,
      said: said ?? "",
      cost: own ? priced(own) : price,
      known: whole({ [only.name]: value }),
      isWhole: true,
      left: [],
      within: whole,
    }));
  const ways = { said: label, cost: price, known: within(known), isWhole: !left.length, within: whole };
  return [{ ...ways, label: left.length ? `${label}…` : label, left: left.length === own.length ? own : [] }];
}
