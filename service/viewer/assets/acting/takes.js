// Takes: what may be done with each element of a picture. Options list the legal values of their fields; here they are by value.

import { isNeeded } from "../fields/shape.js";
import { priced } from "../fields/values.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("../play/offers.js").Offered} Offered */
/** @typedef {import("../play/ways.js").Way} Way */
/** @typedef {Schemas["Option"]} Option */

/** @typedef {Record<string, unknown>} Known a move, or a part of one, as far as it is known */

/**
 * Where an option names an element: the part of it that does, and what is known of that; what makes a move of the part, and what the
 * move asks for besides.
 * @typedef {{id: string, part: Option, known: Known, within: (known: Known) => Known, besides: Spec[]}} Named
 */
/** @typedef {NonNullable<Option["fields"]>[number]} Spec */
/** @typedef {Way & {purpose: string, said: string}} Taking a way that takes an element, what its move is for, and what tells it from others of it */

/** What the ids of elements look like. */
const ID = /^[a-z]\d+$/;
/** A field of so few values is a way each. */
const EACH = 3;

/**
 * What takes each element, in the order of the offers.
 * @param {Offered[]} offers
 * @returns {Map<string, Taking[]>}
 */
export function takes(offers) {
  const all = offers.flatMap((offered) => takings(offered));
  return new Map([...Map.groupBy(all, ({ id }) => id)].map(([id, some]) => [id, some.map(({ taking }) => taking)]));
}

/**
 * @param {Offered} offered
 * @returns {{id: string, taking: Taking}[]}
 */
function takings({ option, purpose, cost }) {
  // Where two fields of a part take the same element, one of them leads to the form that has both.
  const there = [...naming(option)].filter(({ id }) => ID.test(id));
  const named = [...Map.groupBy(there, ({ id, part }) => `${id} ${JSON.stringify(part.fixed)}`).values()];
  return named.flatMap(([first]) => (first ? waysWith(first, cost).map((way) => ({ id: first.id, taking: { ...way, purpose } })) : []));
}

/**
 * @param {Option} part an option, or a shape within it
 * @param {Named["within"]} within
 * @param {Spec[]} besides
 * @returns {Generator<Named>}
 */
function* naming(part, within = (known) => known, besides = []) {
  const { fixed, fields = [] } = part;
  for (const value of Object.values(fixed)) if (typeof value === "string") yield { id: value, part, known: fixed, within, besides };
  for (const field of fields) {
    const values = field.field === "choices" || field.field === "subset" ? field.choices.map(({ value }) => value) : [];
    for (const id of values) {
      const known = { ...fixed, [field.name]: field.field === "subset" ? [id] : id };
      if (typeof id === "string") yield { id, part, known, within, besides };
    }
    if (field.field !== "group") continue;
    const inside = (/** @type {Known} */ known) => within({ ...fixed, [field.name]: field.many ? [known] : known });
    const others = fields.filter((other) => other !== field);
    for (const shape of field.shapes) yield* naming(shape, inside, [...besides, ...others]);
  }
}

/**
 * The ways to go on with an element: one, or one for each value of the only field that is left, if these are few.
 * @param {Named} named
 * @param {string} cost of the whole move
 * @returns {(Way & {said: string})[]}
 */
function waysWith({ part, known, within, besides }, cost) {
  const { label = "", fields = [] } = part;
  const price = priced(part.price) || cost;
  const isLeft = (/** @type {Spec} */ field) => (isNeeded(field) || field.field === "dice") && !(field.name in known);
  const left = [...fields.filter(isLeft), ...besides.filter((field) => isNeeded(field) || field.field === "dice")];
  const [only] = left;
  if (left.length === 1 && only?.field === "choices" && !besides.includes(only) && only.choices.length <= EACH)
    return only.choices.map(({ value, label: said, price: own }) => ({
      label: `${label}: ${said}`,
      said: said ?? "",
      cost: own ? priced(own) : price,
      known: within({ ...known, [only.name]: value }),
      isWhole: true,
    }));
  return [{ label: left.length ? `${label}…` : label, said: label, cost: price, known: within(known), isWhole: !left.length }];
}
