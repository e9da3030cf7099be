// Names: the meaning of a session's ids in the table's own words, at a version.

import { el, words } from "../kit/dom";
import type { Schemas, Watch } from "./watch";

/** The form of an id: `s2`, `n14`. */
export const ID = /^[a-z]\d+$/;
/** Accounts that are nobody's: their names in the ledger, and the names for people. */
const PLACES = { bank: "the bank", supply: "the supply" };
/** Accounts that are about something, if the ledger's own word is unclear. */
const OWNED = { fnol: "the GM's budget for", hits: "hits for", aspect: "free invokes of" };
/** Versions whose names are remembered. */
const KEPT = 30;
/** Seats' colours repeat after so many. */
const COLOURS = 16;

/** The class for a seat's colour; empty for anything else. */
export const colourOf = (seat: string | null | undefined) => (seat ? `seat-${((Number(seat.slice(1)) - 1) % COLOURS) + 1}` : "");

/** Names at one version. An unknown id is its own name. */
export class Names {
  /** Names that several things share, so that the name does not identify one of them. */
  shared: Set<string>;

  /**
   * @param known ids with their names
   * @param seats the seat of an id: a seat itself, or the character that it plays
   * @param ends the two ends of an edge: its label does not identify it
   */
  constructor(
    readonly known: Map<string, string>,
    readonly seats: Map<string, string>,
    readonly ends: Map<string, [string, string]> = new Map(),
  ) {
    this.shared = shared(known, seats);
  }

  /** The name of an id or an account: `s2`, `n5`, `seat:s2`, `escrow:d1`. */
  of(id: string): string {
    const [place, about] = id.split(":", 2);
    if (about === undefined) return this.known.get(id) ?? PLACES[id as keyof typeof PLACES] ?? id;
    const whose = this.known.get(about) ?? about;
    const belongs = OWNED[place as keyof typeof OWNED] ?? `${place} of`;
    return ["seat", "character"].includes(place ?? "") ? whose : `${belongs} ${whose}`;
  }

  /** A name that distinguishes a thing from others with the same name: an edge's with its ends. */
  whole(id: string) {
    const [from, to] = this.ends.get(id) ?? [];
    return from && to ? `${this.of(id)} (${this.of(from)} → ${this.of(to)})` : this.of(id);
  }

  /** Whether an id has a name. */
  knows(id: string) {
    return this.known.has(id);
  }

  /**
   * The same and more.
   * @param more ids with their names
   */
  with(more: Iterable<[string, string]>) {
    return new Names(new Map([...this.known, ...more]), this.seats, this.ends);
  }

  /** The class for the colour of a thing's seat; empty for anything else. */
  colour(id: string) {
    return colourOf(this.seats.get(id.split(":").at(-1) ?? id));
  }

  /** A name to show: seats and their characters with the seat's colour, and names that several things share with the id. */
  tag(id: string): HTMLElement {
    const name = this.of(id);
    const colour = this.colour(id);
    const shown = el("span", { class: colour ? `name ${colour}` : "name" }, words(name));
    if (ID.test(id) && this.known.has(id) && this.shared.has(name)) shown.append(el("span", { class: "id" }, ` ${id}`));
    return shown;
  }
}

/** Names that more than one thing has; a seat and its character may be called the same. */
function shared(known: Map<string, string>, seats: Map<string, string>) {
  const owners: Map<string, string> = new Map();
  const found: Set<string> = new Set();
  for (const [id, name] of known) {
    const owner = seats.get(id) ?? id;
    if ((owners.get(name) ?? owner) !== owner) found.add(name);
    owners.set(name, owner);
  }
  return found;
}

const remembered: WeakMap<Watch, Map<number, Promise<Names>>> = new WeakMap();

/** The names at a version; each version is asked for once. */
export function namesAt(watch: Watch, version: number): Promise<Names> {
  const known = remembered.get(watch) ?? new Map();
  remembered.set(watch, known);
  const found = known.get(version) ?? read(watch, version);
  known.delete(version);
  known.set(version, found);
  found.catch(() => known.delete(version));
  for (const oldest of known.keys()) if (known.size > KEPT) known.delete(oldest);
  return found;
}

async function read(watch: Watch, version: number) {
  const at = { at: version };
  const [state, network]: [Schemas["StateView"], Schemas["NetworkView"] | null] = await Promise.all([
    watch.api.read("/state", at),
    watch.ruleset.reads.includes("network") ? watch.api.read("/network", at) : null,
  ]);
  const known: Map<string, string> = new Map();
  const seats: Map<string, string> = new Map();
  collect(state.play, known, seats);
  for (const { id, label } of [...(network?.nodes ?? []), ...(network?.edges ?? [])]) known.set(id, label);
  const ends = (network?.edges ?? []).map(({ id, source, target }) => [id, [source, target]] as [string, [string, string]]);
  // Seats that came or went since have their present names.
  for (const { id, name } of [...watch.session.seats, ...state.table.seats]) {
    known.set(id, name);
    seats.set(id, id);
  }
  return new Names(known, seats, new Map(ends));
}

/** Collect everything with an id and a name in the play of any game. */
function collect(value: unknown, known: Map<string, string>, seats: Map<string, string>) {
  if (Array.isArray(value)) return value.forEach((each) => collect(each, known, seats));
  if (value === null || typeof value !== "object") return;
  const found = value as Record<string, unknown>;
  const id = found.id ?? found.character;
  const name = found.name ?? found.about ?? found.text ?? found.overview ?? subjectOf(found);
  if (typeof id === "string" && ID.test(id)) {
    if (typeof name === "string" && name && !known.has(id)) known.set(id, name);
    if (typeof found.seat === "string" && typeof found.name === "string") seats.set(id, found.seat);
  }
  for (const [key, each] of Object.entries(found)) {
    // Verge lists the node of each player: `characters: {"s2": "n10"}`.
    if (key === "characters" && each && !Array.isArray(each)) for (const [seat, own] of Object.entries(each)) seats.set(String(own), seat);
    collect(each, known, seats);
  }
  nameBorder(found, known);
}

/** A border has no name: it lies between two zones. */
function nameBorder(found: Record<string, unknown>, known: Map<string, string>) {
  const borders = (Array.isArray(found.borders) ? found.borders : []) as { id: string; one: string; other: string }[];
  for (const { id, one, other } of borders) known.set(id, `${known.get(one) ?? one} | ${known.get(other) ?? other}`);
}

/** The subject of a proposal, in words. */
function subjectOf({ subject }: Record<string, any>) {
  if (typeof subject?.subject !== "string") return undefined;
  const { subject: kind, ...rest } = subject;
  const said = Object.values(rest).filter((value) => typeof value === "string" || typeof value === "number");
  return [kind, ...said].join(" ").replaceAll("_", " ");
}
