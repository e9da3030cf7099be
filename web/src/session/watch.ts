// The shown version of one session. Everything else on the page listens to this.

import { words } from "../kit/dom";
import * as address from "./address";
import type { Api } from "./api";
import type { Seats } from "./following";
import { Following } from "./following";
import { Past } from "./landmarks";
import type { Networks } from "./networks";
import { Unanswered } from "./unanswered";

export type Schemas = import("../api-types").components["schemas"];
/** Milliseconds that the stream may take to begin. */
const PATIENCE = 3000;

/** Effects that give a seat a name. */
const NAMING = new Set(["seat_taken", "seat_renamed"]);

/** The value if it comes soon, and null if not. */
const soon = <T>(awaited: Promise<T>): Promise<T | null> =>
  Promise.race([awaited, new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE))]);

/** One version of the session, and who looks at it. */
export type Moment = { version: number; isHead: boolean };

/**
 * Fires `moment` when another version is shown, `grown` when the log has become longer, `met` when somebody comes or goes, and `line` when
 * the live stream breaks or returns.
 */
export class Watch extends EventTarget {
  following: Following;
  /** The people at the table; null if that is not known. */
  present: Seats | null = null;
  /** The seats that bots of this window play: these are here while it is. */
  bots: string[] = [];
  head: number;
  /** Whether the live stream works. */
  isLive = true;
  /** The newest event that came while the page was open. */
  latest: Schemas["EventView"] | null = null;
  /** A link to the newest version is to that, also when there are newer ones. */
  at: number | null;
  /** Whether the page was opened at the newest version and has shown nothing else since. */
  isFirst: boolean;
  /** The requests of the panels that are still open. */
  pending: Set<Promise<void>> = new Set();
  past: Past;
  /** Computes networks, once it is loaded. */
  networks: Networks | null = null;
  /** The newest event as the page was opened, which comes first on the stream. */
  first: Promise<Schemas["EventView"]>;
  begin!: (event: Schemas["EventView"]) => void;

  /**
   * @param session at the head
   * @param at null follows the head
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

  /** The version to compare the shown one with; null for a reader who has just come in and has seen none before. */
  get before(): number | null {
    const { version } = this.moment;
    return version > 1 && !this.isFirst ? version - 1 : null;
  }

  /** The seat that acts, if the page was opened with its token. */
  get seat(): string | null {
    return this.api.seat ?? this.session.your_seats[0] ?? null;
  }

  /** The seat's moves that wait for their answers. */
  get unanswered() {
    return new Unanswered(this.session.session, this.seat);
  }

  /** The legal moves of the seat, requested once for all panels until the log is longer. */
  options(signal?: AbortSignal): Promise<Schemas["OptionsView"]> {
    // The fragment is not sent. It makes a different key for each length of the log.
    return this.api.read("/options", { seat: this.seat }, signal, `#${this.head}`);
  }

  /** The event of a version: the newest one, as the page is opened, is on the stream already. */
  async event(version: number, signal?: AbortSignal): Promise<Schemas["EventView"]> {
    if (version === this.latest?.version) return this.latest;
    const coming = this.isFirst && version === this.head ? await soon(this.first) : null;
    return coming ?? this.api.read(`/events/${version}`, {}, signal);
  }

  /**
   * Show another version.
   * @param at null, or the head's number, follows the head
   * @param how whether the browser can go back from it
   */
  go(at: number | null, how: { isStep?: boolean } = {}) {
    const next = at === null || at >= this.head ? null : Math.max(1, at);
    address.show({ at: next }, how);
    if (next === this.at) return;
    this.at = next;
    this.isFirst = false;
    this.dispatchEvent(new Event("moment"));
  }

  /** The log has become longer. */
  grow(event: Schemas["EventView"]) {
    if (event.version === this.head) this.begin(event);
    if (event.version <= this.head) return;
    this.head = event.version;
    this.latest = event;
    this.#name(event);
    this.isFirst &&= this.at !== null;
    // Only a redaction changes the reads of older versions.
    if (event.type === "redact") this.api.kept.clear();
    this.#compute(event);
    this.dispatchEvent(new Event("grown"));
    if (this.at === null) this.dispatchEvent(new Event("moment"));
  }

  /** Have the network after an event ready for the panels. Onlookers ask for it: they seldom need the later script, which computes it. */
  #compute(event: Schemas["EventView"]) {
    if (this.at !== null || this.seat === null || !this.ruleset.reads.includes("network")) return;
    if (this.networks) return this.networks.take(event);
    const loaded = ({ Networks }: typeof import("../later")) => {
      this.networks = new Networks(this.api);
    };
    // Without an answer, the next event asks again.
    import("../later").then(loaded, () => {});
  }

  /** Seats have other names from now on. */
  #name({ event }: Schemas["EventView"]) {
    const renamed = event.effects as unknown as { effect: string; seat: string; name: string }[];
    const names = new Map(renamed.filter(({ effect }) => NAMING.has(effect)).map(({ seat, name }) => [seat, name]));
    this.session.seats = this.session.seats.map((seat) => ({ ...seat, name: names.get(seat.id) ?? seat.name }));
  }

  /** Others have come, or gone. */
  meet(seats: Seats | null) {
    this.present = seats;
    this.dispatchEvent(new Event("met"));
  }

  /** @param isLive whether the live stream works */
  hears(isLive: boolean) {
    this.isLive = isLive;
    this.dispatchEvent(new Event("line"));
  }

  /** A seat's name, or its id if it has no name. */
  nameOf(seat: string | null | undefined): string {
    return this.session.seats.find(({ id }) => id === seat)?.name ?? seat ?? "the server";
  }

  /** An element with a seat's name, which follows when the seat takes another one. */
  named<T extends HTMLElement>(place: T, seat: string): T {
    const show = () => place.replaceChildren(words(this.nameOf(seat)));
    this.addEventListener("grown", show);
    show();
    return place;
  }
}
