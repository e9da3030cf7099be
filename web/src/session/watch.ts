// The shown version of one session. All other parts of the page listen to it.

import { words } from "../kit/dom";
import * as address from "./address";
import type { Api } from "./api";
import type { Seats } from "./following";
import { Following } from "./following";
import { Past } from "./landmarks";
import type { Networks } from "./networks";
import { Unanswered } from "./unanswered";

export type Schemas = import("../api-types").components["schemas"];
/** How long the page waits for the first event of the stream, in milliseconds. */
const PATIENCE = 3000;

/** Effects that give a seat a name. */
const NAMING = new Set(["seat_taken", "seat_renamed"]);

/** Wait for a value; null if it does not come in time. */
const soon = <T>(awaited: Promise<T>): Promise<T | null> =>
  Promise.race([awaited, new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE))]);

/** A version of the session, and whether the page follows the head. */
export type Moment = { version: number; isHead: boolean };

/**
 * Fires `moment` when another version is shown, `grown` when the log has a new event, `met` when somebody comes or goes, and `line` when
 * the stream breaks or returns.
 */
export class Watch extends EventTarget {
  following: Following;
  /** The presence of seats; null if it is not known. */
  present: Seats | null = null;
  /** The seats that bots of this window play. They count as here. */
  bots: string[] = [];
  head: number;
  /** Whether the stream of events works. */
  isLive = true;
  /** The newest event that has come since the page was opened; null if none has come. */
  latest: Schemas["EventView"] | null = null;
  /** The shown version; null follows the head. A link to the version that was newest stays at this version when newer ones come. */
  at: number | null;
  /** Whether the page was opened at the newest version and has shown nothing else since. */
  isFirst: boolean;
  /** The panels that are being filled. */
  pending: Set<Promise<void>> = new Set();
  past: Past;
  /** Computes networks; null before its code is loaded. */
  networks: Networks | null = null;
  /** The event that was newest when the page was opened. It is the first on the stream. */
  first: Promise<Schemas["EventView"]>;
  begin!: (event: Schemas["EventView"]) => void;

  /**
   * @param session the session at the head
   * @param at the version to show; null follows the head
   */
  constructor(
    readonly api: Api,
    public session: Schemas["SessionView"],
    readonly ruleset: Schemas["RulesetView"],
    at: number | null,
  ) {
    super();
    this.following = new Following(api);
    this.head = session.version;
    this.at = at !== null && at <= this.head ? at : null;
    this.isFirst = this.at === null;
    this.past = new Past(this);
    this.first = new Promise((resolve) => {
      this.begin = resolve;
    });
  }

  get moment(): Moment {
    return { version: this.at ?? this.head, isHead: this.at === null };
  }

  /** The version to compare the shown one with; null for readers who have just come in, because everything is new to them. */
  get before(): number | null {
    const { version } = this.moment;
    return version > 1 && !this.isFirst ? version - 1 : null;
  }

  /** The seat of the reader; null for onlookers. */
  get seat(): string | null {
    return this.api.seat ?? this.session.your_seats[0] ?? null;
  }

  /** The seat's moves without an answer. */
  get unanswered() {
    return new Unanswered(this.session.session, this.seat);
  }

  /** The legal moves of the seat. All panels share one request until a new event comes. */
  options(signal?: AbortSignal): Promise<Schemas["OptionsView"]> {
    // The fragment is not sent. It gives the remembered answer a new key after each event.
    return this.api.read("/options", { seat: this.seat }, signal, `#${this.head}`);
  }

  /** The event of a version. When the page is opened, the newest event comes from the stream without another request. */
  async event(version: number, signal?: AbortSignal): Promise<Schemas["EventView"]> {
    if (version === this.latest?.version) return this.latest;
    const coming = this.isFirst && version === this.head ? await soon(this.first) : null;
    return coming ?? this.api.read(`/events/${version}`, {}, signal);
  }

  /**
   * Show another version.
   * @param at the version; null, or the version of the head, follows the head
   * @param how with `isStep`, the browser's back button returns to the version before
   */
  go(at: number | null, how: { isStep?: boolean } = {}) {
    const next = at === null || at >= this.head ? null : Math.max(1, at);
    address.show({ at: next }, how);
    if (next === this.at) return;
    this.at = next;
    this.isFirst = false;
    this.dispatchEvent(new Event("moment"));
  }

  /** Take a new event of the log. */
  grow(event: Schemas["EventView"]) {
    if (event.version === this.head) this.begin(event);
    if (event.version <= this.head) return;
    this.head = event.version;
    this.latest = event;
    this.#name(event);
    this.isFirst &&= this.at !== null;
    // Only a redaction changes the answers about older versions.
    if (event.type === "redact") this.api.kept.clear();
    this.#compute(event);
    this.dispatchEvent(new Event("grown"));
    if (this.at === null) this.dispatchEvent(new Event("moment"));
  }

  /** Compute the network after an event. Onlookers request it instead, because they rarely need the second script, which computes it. */
  #compute(event: Schemas["EventView"]) {
    if (this.at !== null || this.seat === null || !this.ruleset.reads.includes("network")) return;
    if (this.networks) return this.networks.take(event);
    const loaded = ({ Networks }: typeof import("../later")) => {
      this.networks = new Networks(this.api);
    };
    // If the script cannot be loaded, the next event tries again.
    import("../later").then(loaded, () => {});
  }

  /** Take the new names of seats from an event. */
  #name({ event }: Schemas["EventView"]) {
    const renamed = event.effects as unknown as { effect: string; seat: string; name: string }[];
    const names = new Map(renamed.filter(({ effect }) => NAMING.has(effect)).map(({ seat, name }) => [seat, name]));
    this.session.seats = this.session.seats.map((seat) => ({ ...seat, name: names.get(seat.id) ?? seat.name }));
  }

  /** Take the new presence of seats. */
  meet(seats: Seats | null) {
    this.present = seats;
    this.dispatchEvent(new Event("met"));
  }

  /** @param isLive whether the stream of events works */
  hears(isLive: boolean) {
    this.isLive = isLive;
    this.dispatchEvent(new Event("line"));
  }

  /** A seat's name, or its id if it has no name. */
  nameOf(seat: string | null | undefined): string {
    return this.session.seats.find(({ id }) => id === seat)?.name ?? seat ?? "the server";
  }

  /** Put a seat's name into an element, and keep it up to date when the name changes. */
  named<T extends HTMLElement>(place: T, seat: string): T {
    const show = () => place.replaceChildren(words(this.nameOf(seat)));
    this.addEventListener("grown", show);
    show();
    return place;
  }
}
