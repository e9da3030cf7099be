// Records: the known parts of a session at a version, and the code that applies the effects of an event to them.
//
// `effects.js` lists the steps of each effect. Records are never changed in place: a step copies the records on its path, and shares the
// rest with the records before it. Records by id are a Map, because a Map is copied faster than an object.

import { TABLE } from "./effects.js";

/**
 * @typedef {Record<string, any>} Json
 * @typedef {Record<string, any>} Effect
 * @typedef {{
 *   ruleset: string, seats: Map<string, import("./answers.js").SeatView>, house_rules: Json, banks: Map<string, Map<string, number>>,
 *   elements: Map<string, Json>, chosen: Map<string, string>, sheets: Map<string, Json>, map: Json, zones: Map<string, Json>,
 *   borders: Map<string, Json>, aspects: Map<string, string>, wards: Json[], hidden: Json[],
 * }} Records
 * @typedef {[verb: string, place: string, value?: any]} Step
 * @typedef {{effects: Record<string, Step[]>, ignored: string}} Known
 * @typedef {{shared: Known, games: Record<string, Known & {limited: string[], points: string[]}>}} Table
 */

export const games = TABLE.games;
/** The records before the first event. @type {Records} */
export const START = {
  ruleset: "",
  seats: new Map(),
  house_rules: {},
  banks: new Map(),
  elements: new Map(),
  chosen: new Map(),
  sheets: new Map(),
  map: { name: "", metaphorical: false },
  zones: new Map(),
  borders: new Map(),
  aspects: new Map(),
  wards: [],
  hidden: [],
};

const GONE = Symbol("gone");

/** An effect is unknown, or it needs a record that is missing. */
export class Missing extends Error {}

/**
 * Compute the records after the effects of an event. `earlier` returns the records at a version. Throws `Missing` if an
 * effect is unknown, or if it needs a missing record.
 * @param {Records} records
 * @param {Iterable<Effect>} effects
 * @param {(version: number) => Records} earlier
 */
export function after(records, effects, earlier) {
  for (const effect of effects) {
    const own = { ...effect };
    for (const step of steps(records.ruleset, own.effect)) records = stepped(records, step, own, earlier);
  }
  for (const track of records.hidden) {
    // During a defense, the server shows its threshold instead of the sheet's. So the threshold of the sheet is unknown after the defense.
    if (!records.wards.some((ward) => matches(ward, track))) throw new Missing("a defense ended, and the threshold under it is unknown");
  }
  return records;
}

/**
 * An entry of a Map, or an own member of an object, but no inherited member.
 * @param {any} record
 * @param {string} key
 */
export const own = (record, key) => (record instanceof Map ? record.get(key) : Object.hasOwn(record, key) ? record[key] : undefined);

/**
 * @param {string} ruleset
 * @param {string} effect
 * @returns {Step[]}
 */
function steps(ruleset, effect) {
  const game = own(games, ruleset);
  for (const part of game ? [TABLE.shared, game] : [TABLE.shared]) {
    const found = own(part.effects, effect);
    if (found) return found;
    if (part.ignored.split(" ").includes(effect)) return [];
  }
  // For a game that is not in the table, only the banks are computed. Only shared effects change them.
  if (game || !ruleset) throw new Missing(`the effect \`${effect}\` is unknown`);
  return [];
}

/**
 * @param {Records} records
 * @param {Step} step
 * @param {Effect} effect
 * @param {(version: number) => Records} earlier
 * @returns {Records}
 */
function stepped(records, [verb, place, given], effect, earlier) {
  if (verb === "rewind") {
    const { ruleset, seats, house_rules } = records;
    return { ...earlier(filled(place, effect)), ruleset, seats, house_rules };
  }
  if (verb === "let") {
    /** @type {any} */
    let found = records;
    for (const part of given.split(".")) found = own(found, filled(part, effect));
    effect[place] = found;
    return records;
  }
  const change = VERBS[verb];
  const value = filled(given, effect);
  return changed(records, place.split("."), effect, (old) => change?.(old, value));
}

/**
 * Fill a template with the members of an effect: `{}` stands for the member with the same name. A missing member becomes null, and an empty
 * object becomes an empty Map.
 * @param {any} template
 * @param {Effect} effect
 * @returns {any}
 */
function filled(template, effect) {
  if (typeof template === "string") return template.startsWith("{") ? (own(effect, template.slice(1, -1)) ?? null) : template;
  if (template === null || typeof template !== "object" || Array.isArray(template)) return template;
  const entries = Object.entries(template).map(([key, value]) => [
    filled(key, effect),
    filled(value === "{}" ? `{${key}}` : value, effect),
  ]);
  return entries.length ? Object.fromEntries(entries) : new Map();
}

/**
 * A copy of a record with a change at a path. In a path, `*` means all entries, and `?flag` means all entries with this flag. A part that
 * begins with `+` can be missing in the record, and is then created empty. Lists count from 1.
 * @param {any} record
 * @param {string[]} path
 * @param {Effect} effect
 * @param {(old: any) => any} change
 * @returns {any}
 */
function changed(record, [part, ...rest], effect, change) {
  if (part === undefined) return change(record);
  if (part === "*" || part.startsWith("?")) {
    const flag = part.slice(1);
    return new Map([...record].map(([key, one]) => [key, flag && !one[flag] ? one : changed(one, rest, effect, change)]));
  }
  const canBegin = part.startsWith("+");
  const key = filled(canBegin ? part.slice(1) : part, effect);
  if (Array.isArray(record)) {
    if (!record[key - 1]) throw new Missing(`place ${key} is unknown`);
    return record.map((one, place) => (place === key - 1 ? changed(one, rest, effect, change) : one));
  }
  const old = own(record, key) ?? (canBegin ? new Map() : null);
  if (rest.length && old === null) throw new Missing(`\`${key}\` is unknown`);
  const value = changed(old, rest, effect, change);
  if (!(record instanceof Map)) return { ...record, [key]: value };
  const copy = new Map(record);
  if (value === GONE) copy.delete(key);
  else copy.set(key, value);
  return copy;
}

/**
 * @param {number | null} old
 * @param {number} value
 */
const sum = (old, value) => (old ?? 0) + value || GONE;

/**
 * @param {any} one
 * @param {any} value
 */
const matches = (one, value) =>
  value !== null && typeof value === "object" ? Object.entries(value).every(([key, wanted]) => one[key] === wanted) : one === value;

/** The steps that change one record. A sum of 0 is dropped. @type {Record<string, (old: any, value: any) => any>} */
const VERBS = {
  set: (_, value) => value,
  delete: () => GONE,
  merge: (old, value) => {
    if (!old) throw new Missing("what it changes is unknown");
    return { ...old, ...value };
  },
  append: (old, value) => [...(old ?? []), value],
  remove: (old, value) => [...(old ?? [])].filter((one) => !matches(one, value)),
  add: sum,
  subtract: (old, value) => sum(old, -value),
  write: (old, value) => old + value,
  erase: (old, mark) => {
    const at = old.lastIndexOf(mark);
    return at < 0 ? old : old.slice(0, at) + old.slice(at + mark.length);
  },
};
