// What the page shows: one version of one session. Everything else on it listens to this.

import { words } from "../kit/dom.js";
import * as address from "./address.js";
import { Following } from "./following.js";
import { Past } from "./landmarks.js";
import { Unanswered } from "./unanswered.js";

/** @typedef {import("../api-types").components["schemas"]} Schemas */
/** @typedef {import("./api.js").Api} Api */

/** Milliseconds that the stream may take to begin. */
const PATIENCE = 3000;

/** Effects that give a seat a name. */
const NAMING = new Set(["seat_taken", "seat_renamed"]);

/**
 * What is there soon; otherwise nothing.
 * @template T
 * @param {Promise<T>} awaited
 * @returns {Promise<T | null>}
 */
const soon = (awaited) => Promise.race([awaited, new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE))]);

/**
 * One version of the session, and who looks at it.
 * @typedef {{version: number, isHead: boolean}} Moment
 */

/**
 * Fires `moment` when another version is shown, `grown` when the log has become longer, `met` when somebody comes or goes, and
 * `line` when what happens is not heard any more, or again.
 */
export class Watch extends EventTarget {
  /**
   * @param {Api} api
   * @param {Schemas["SessionView"]} session at the head
   * @param {Schemas["RulesetView"]} ruleset
   * @param {number | null} at null follows the head
   */
  constructor(api, session, ruleset, at) {
    super();
    this.api = api;
    this.following = new Following(api);
    /** Who is at the table; null where that is not known. @type {import("./following.js").Seats | null} */
    this.present = null;
    /** The seats that bots of this window play: these are here while it is. @type {string[]} */
    this.bots = [];
    this.session = session;
    this.ruleset = ruleset;
    this.head = session.version;
    /** Whether what happens is heard here. */
    this.isLive = true;
    /** The newest event that came while the page was open. @type {Schemas["EventView"] | null} */
    this.latest = null;
    /** A link to the newest version is to that, also when there are newer ones. @type {number | null} */
    this.at = at !== null && at <= this.head ? at : null;
    /** Whether the page was opened at the newest version and has shown nothing else since. */
    this.isFirst = this.at === null;
    /** What the panels still wait for. @type {Set<Promise<void>>} */
    this.pending = new Set();
    this.past = new Past(this);
    /** Computes networks, once it is loaded. @type {import("./networks.js").Networks | null} */
    this.networks = null;
    /** The newest event as the page was opened, which comes first on the stream. @type {Promise<Schemas["EventView"]>} */
    this.first = new Promise((resolve) => {
      this.begin = resolve;
    });
  }

  /** @returns {Moment} */
  get moment() {
    return { version: this.at ?? this.head, isHead: this.at === null };
  }

  /**
   * The version to compare the shown one with; none for who has just come in and has seen none before.
   * @returns {number | null}
   */
  get before() {
    const { version } = this.moment;
    return version > 1 && !this.isFirst ? version - 1 : null;
  }

  /** The seat that acts, if the page was opened with one's token. @returns {string | null} */
  get seat() {
    return this.api.seat ?? this.session.your_seats[0] ?? null;
  }

  /** The seat's moves that wait for their answers. */
  get unanswered() {
    return new Unanswered(this.session.session, this.seat);
  }

  /**
   * What the seat may do now, asked once for all panels until the log is longer.
   * @param {AbortSignal} [signal]
   * @returns {Promise<Schemas["OptionsView"]>}
   */
  options(signal) {
    // A fragment, which is not sent, tells the log's lengths apart.
    return this.api.read("/options", { seat: this.seat }, signal, `#${this.head}`);
  }

  /**
   * The event of a version: the newest one, as the page is opened, is on the stream already.
   * @param {number} version
   * @param {AbortSignal} [signal]
   * @returns {Promise<Schemas["EventView"]>}
   */
  async event(version, signal) {
    if (version === this.latest?.version) return this.latest;
    const coming = this.isFirst && version === this.head ? await soon(this.first) : null;
    return coming ?? this.api.read(`/events/${version}`, {}, signal);
  }

  /**
   * Show another version.
   * @param {number | null} at null, or the head's number, follows the head
   * @param {{isStep?: boolean}} [how] whether one can go back from it with the browser
   */
  go(at, how = {}) {
    const next = at === null || at >= this.head ? null : Math.max(1, at);
    address.show({ at: next }, how);
    if (next === this.at) return;
    this.at = next;
    this.isFirst = false;
    this.dispatchEvent(new Event("moment"));
  }

  /**
   * The log has become longer.
   * @param {Schemas["EventView"]} event
   */
  grow(event) {
    if (event.version === this.head) this.begin?.(event);
    if (event.version <= this.head) return;
    this.head = event.version;
    this.latest = event;
    this.#name(event);
    this.isFirst &&= this.at !== null;
    // A redaction alone changes what was read at older versions.
    if (event.type === "redact") this.api.kept.clear();
    this.#compute(event);
    this.dispatchEvent(new Event("grown"));
    if (this.at === null) this.dispatchEvent(new Event("moment"));
  }

  /**
   * Have the network after an event ready for the panels. Onlookers ask for it: they seldom need the later script, which computes it.
   * @param {Schemas["EventView"]} event
   */
  #compute(event) {
    if (this.at !== null || this.seat === null || !this.ruleset.reads.includes("network")) return;
    if (this.networks) return this.networks.take(event);
    const loaded = (/** @type {typeof import("./networks.js")} */ { Networks }) => {
      this.networks = new Networks(this.api);
    };
    // Without an answer, the next event asks again.
    import("./networks.js").then(loaded, () => {});
  }

  /**
   * Seats have other names from now on.
   * @param {Schemas["EventView"]} event
   */
  #name({ event }) {
    const renamed = /** @type {{effect: string, seat: string, name: string}[]} */ (/** @type {unknown} */ (event.effects));
    const names = new Map(renamed.filter(({ effect }) => NAMING.has(effect)).map(({ seat, name }) => [seat, name]));
    this.session.seats = this.session.seats.map((seat) => ({ ...seat, name: names.get(seat.id) ?? seat.name }));
  }

  /**
   * Others have come, or gone.
   * @param {import("./following.js").Seats | null} seats
   */
  meet(seats) {
    this.present = seats;
    this.dispatchEvent(new Event("met"));
  }

  /** @param {boolean} isLive whether what happens is heard */
  hears(isLive) {
    this.isLive = isLive;
    this.dispatchEvent(new Event("line"));
  }

  /**
   * A seat's name, its own id where nobody has one.
   * @param {string | null | undefined} seat
   * @returns {string}
   */
  nameOf(seat) {
    return this.session.seats.find(({ id }) => id === seat)?.name ?? seat ?? "the server";
  }

  /**
   * An element with a seat's name, which follows when the seat takes another one.
   * @template {HTMLElement} T
   * @param {T} place
   * @param {string} seat
   * @returns {T}
   */
  named(place, seat) {
    const show = () => place.replaceChildren(words(this.nameOf(seat)));
    this.addEventListener("grown", show);
    show();
    return place;
  }
}
