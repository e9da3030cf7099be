// Names: the names of a session's ids at a version.

import { el, words } from "../kit/dom";
import type { Schemas, Watch } from "./watch";

/** The form of an id, such as `s2` or `n14`. */
export const ID = /^[a-z]\d+$/;
/** The names of accounts that belong to nobody. */
const PLACES = { bank: "the bank", supply: "the supply" };
/** The names of other accounts, by the first word in the ledger, if this word is unclear to readers. */
const OWNED = { fnol: "the GM's budget for", hits: "hits for", aspect: "free invokes of" };
/** The number of versions whose names are remembered. */
const KEPT = 30;
/** The number of different colours. More seats repeat them. */
const COLOURS = 16;

/** The class for a seat's colour; empty for anything else. */
export const colourOf = (seat: string | null | undefined) => (seat ? `seat-${((Number(seat.slice(1)) - 1) % COLOURS) + 1}` : "");

/** The names at one version. An id without a name is shown as it is. */
export class Names {
  /** The names that several things share, so that a name does not identify one of them. */
  shared: Set<string>;

  /**
   * @param known the names by id
   * @param seats the seat of each character, and of each seat itself
   * @param ends the two ends of each edge, because its label does not identify it
   */
  constructor(
    readonly known: Map<string, string>,
    readonly seats: Map<string, string>,
    readonly ends: Map<string, [string, string]> = new Map(),
  ) {
    this.shared = shared(known, seats);
  }

  /** The name of an id or an account, such as `s2`, `n5`, `seat:s2` or `escrow:d1`. */
  of(id: string): string {
    const [place, about] = id.split(":", 2);
    if (about === undefined) return this.known.get(id) ?? PLACES[id as keyof typeof PLACES] ?? id;
    const whose = this.known.get(about) ?? about;
    const belongs = OWNED[place as keyof typeof OWNED] ?? `${place} of`;
    return ["seat", "character"].includes(place ?? "") ? whose : `${belongs} ${whose}`;
  }

  /** The name of an id; for an edge, the label with the names of both ends. */
  whole(id: string) {
    const [from, to] = this.ends.get(id) ?? [];
    return from && to ? `${this.of(id)} (${this.of(from)} → ${this.of(to)})` : this.of(id);
  }

  /** Whether an id has a known name. */
  knows(id: string) {
    return this.known.has(id);
  }

  /**
   * A copy with more names.
   * @param more pairs of an id and its name
   */
  with(more: Iterable<[string, string]>) {
    return new Names(new Map([...this.known, ...more]), this.seats, this.ends);
  }

  /** The class for the colour of an id's seat; empty if the id has no seat. */
  colour(id: string) {
    return colourOf(this.seats.get(id.split(":").at(-1) ?? id));
  }

  /** An element with the name of an id. Seats and characters have the seat's colour. If several things share a name, the id follows it. */
  tag(id: string): HTMLElement {
    const name = this.of(id);
    const colour = this.colour(id);
    const shown = el("span", { class: colour ? `name ${colour}` : "name" }, words(name));
    if (ID.test(id) && this.known.has(id) && this.shared.has(name)) shown.append(el("span", { class: "id" }, ` ${id}`));
    return shown;
  }
}

/** The names that several things share. A seat and its character count as one thing. */
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

/** The names at a version. Each version is requested only once. */
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
  // The current list also has the seats that were added later, or have another name now.
  for (const { id, name } of [...watch.session.seats, ...state.table.seats]) {
    known.set(id, name);
    seats.set(id, id);
  }
  return new Names(known, seats, new Map(ends));
}

/** Collect the names of all ids in the play of any game. */
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

/** Name borders after the two zones that they separate, because they have no names. */
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
