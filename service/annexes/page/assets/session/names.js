// Names: what a session's ids stand for, in the table's own words, at a version.

import { el, words } from "../kit/dom.js";

/** @typedef {import("./watch.js").Watch} Watch */
/** @typedef {import("./watch.js").Schemas} Schemas */

/** What an id looks like: `s2`, `n14`. */
export const ID = /^[a-z]\d+$/;
/** Accounts that are nobody's: what the ledger calls them, and what people do. */
const PLACES = { bank: "the bank", supply: "the supply" };
/** Accounts that are about something, where the ledger's own word for them tells nobody. */
const OWNED = { fnol: "the GM's budget for", hits: "hits for", aspect: "free invokes of" };
/** Versions whose names are remembered. */
const KEPT = 30;
/** Seats' colours repeat after so many. */
const COLOURS = 16;

/**
 * The class that gives something a seat's colour; none where it is no seat's.
 * @param {string | null | undefined} seat
 */
export const colourOf = (seat) => (seat ? `seat-${((Number(seat.slice(1)) - 1) % COLOURS) + 1}` : "");

/** Names at one version. What is not known keeps its id. */
export class Names {
  /**
   * @param {Map<string, string>} known ids with their names
   * @param {Map<string, string>} seats whom an id belongs to: a seat itself, or the character that it plays
   * @param {Map<string, [string, string]>} [ends] what an edge joins: its label alone does not say which it is
   */
  constructor(known, seats, ends = new Map()) {
    this.known = known;
    this.seats = seats;
    this.ends = ends;
    /** What several things are called, so that the name alone does not say which is meant. */
    this.shared = shared(known, seats);
  }

  /**
   * What an id or an account is called: `s2`, `n5`, `seat:s2`, `escrow:d1`.
   * @param {string} id
   * @returns {string}
   */
  of(id) {
    const [place, about] = id.split(":", 2);
    if (about === undefined) return this.known.get(id) ?? PLACES[/** @type {keyof typeof PLACES} */ (id)] ?? id;
    const whose = this.known.get(about) ?? about;
    const belongs = OWNED[/** @type {keyof typeof OWNED} */ (place)] ?? `${place} of`;
    return ["seat", "character"].includes(place ?? "") ? whose : `${belongs} ${whose}`;
  }

  /**
   * A name that tells something from all that is called the same: an edge's with what it joins.
   * @param {string} id
   */
  whole(id) {
    const [from, to] = this.ends.get(id) ?? [];
    return from && to ? `${this.of(id)} (${this.of(from)} → ${this.of(to)})` : this.of(id);
  }

  /**
   * Whether an id has a name of its own.
   * @param {string} id
   */
  knows(id) {
    return this.known.has(id);
  }

  /**
   * The same and more.
   * @param {Iterable<[string, string]>} more ids with their names
   */
  with(more) {
    return new Names(new Map([...this.known, ...more]), this.seats, this.ends);
  }

  /**
   * The class that gives something its seat's colour; none where it is no seat's.
   * @param {string} id
   */
  colour(id) {
    return colourOf(this.seats.get(id.split(":").at(-1) ?? id));
  }

  /**
   * A name to show: seats and their characters with the seat's colour, and with its id what shares its name with something else.
   * @param {string} id
   * @returns {HTMLElement}
   */
  tag(id) {
    const name = this.of(id);
    const colour = this.colour(id);
    const shown = el("span", { class: colour ? `name ${colour}` : "name" }, words(name));
    if (ID.test(id) && this.known.has(id) && this.shared.has(name)) shown.append(el("span", { class: "id" }, ` ${id}`));
    return shown;
  }
}

/**
 * Names that more than one thing has; a seat and its character may be called the same.
 * @param {Map<string, string>} known
 * @param {Map<string, string>} seats
 */
function shared(known, seats) {
  /** @type {Map<string, string>} */
  const owners = new Map();
  /** @type {Set<string>} */
  const found = new Set();
  for (const [id, name] of known) {
    const owner = seats.get(id) ?? id;
    if ((owners.get(name) ?? owner) !== owner) found.add(name);
    owners.set(name, owner);
  }
  return found;
}

/** @type {WeakMap<Watch, Map<number, Promise<Names>>>} */
const remembered = new WeakMap();

/**
 * The names at a version; each version is asked for once.
 * @param {Watch} watch
 * @param {number} version
 * @returns {Promise<Names>}
 */
export function namesAt(watch, version) {
  const known = remembered.get(watch) ?? new Map();
  remembered.set(watch, known);
  const found = known.get(version) ?? read(watch, version);
  known.delete(version);
  known.set(version, found);
  found.catch(() => known.delete(version));
  for (const oldest of known.keys()) if (known.size > KEPT) known.delete(oldest);
  return found;
}

/**
 * @param {Watch} watch
 * @param {number} version
 */
async function read(watch, version) {
  const at = { at: version };
  /** @type {[Schemas["StateView"], Schemas["NetworkView"] | null]} */
  const [state, network] = await Promise.all([
    watch.api.read("/state", at),
    watch.ruleset.reads.includes("network") ? watch.api.read("/network", at) : null,
  ]);
  /** @type {Map<string, string>} */
  const known = new Map();
  /** @type {Map<string, string>} */
  const seats = new Map();
  collect(state.play, known, seats);
  for (const { id, label } of [...(network?.nodes ?? []), ...(network?.edges ?? [])]) known.set(id, label);
  const ends = (network?.edges ?? []).map(({ id, source, target }) => /** @type {[string, [string, string]]} */ ([id, [source, target]]));
  // Seats that came or went since are told by the names that they have now.
  for (const { id, name } of [...watch.session.seats, ...state.table.seats]) {
    known.set(id, name);
    seats.set(id, id);
  }
  return new Names(known, seats, new Map(ends));
}

/**
 * Whatever has an id and a name in the play of a game, whichever it is.
 * @param {unknown} value
 * @param {Map<string, string>} known
 * @param {Map<string, string>} seats
 */
function collect(value, known, seats) {
  if (Array.isArray(value)) return value.forEach((each) => collect(each, known, seats));
  if (value === null || typeof value !== "object") return;
  const found = /** @type {Record<string, unknown>} */ (value);
  const id = found.id ?? found.character;
  const name = found.name ?? found.about ?? found.text ?? found.overview ?? subjectOf(found);
  if (typeof id === "string" && ID.test(id)) {
    if (typeof name === "string" && name && !known.has(id)) known.set(id, name);
    if (typeof found.seat === "string" && typeof found.name === "string") seats.set(id, found.seat);
  }
  for (const [key, each] of Object.entries(found)) {
    // Verge tells who plays which node: `characters: {"s2": "n10"}`.
    if (key === "characters" && each && !Array.isArray(each)) for (const [seat, own] of Object.entries(each)) seats.set(String(own), seat);
    collect(each, known, seats);
  }
  nameBorder(found, known);
}

/**
 * A border has no name of its own: it lies between two zones.
 * @param {Record<string, unknown>} found
 * @param {Map<string, string>} known
 */
function nameBorder(found, known) {
  const borders = /** @type {{id: string, one: string, other: string}[]} */ (Array.isArray(found.borders) ? found.borders : []);
  for (const { id, one, other } of borders) known.set(id, `${known.get(one) ?? one} | ${known.get(other) ?? other}`);
}

/**
 * What a proposal proposes, in words.
 * @param {Record<string, any>} found
 */
function subjectOf({ subject }) {
  if (typeof subject?.subject !== "string") return undefined;
  const { subject: kind, ...rest } = subject;
  const said = Object.values(rest).filter((value) => typeof value === "string" || typeof value === "number");
  return [kind, ...said].join(" ").replaceAll("_", " ");
}
