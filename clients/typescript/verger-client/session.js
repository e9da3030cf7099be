// A session: one game and its log, seen from a seat.

import { NoSeat, Reset } from "./errors.js";
import { follow } from "./following.js";
import { Listing } from "./lobby.js";
import { Moment, Turn } from "./moment.js";

/**
 * @typedef {import("./answers.js").EventView} EventView
 * @typedef {import("./connection.js").Connection} Connection
 * @typedef {import("./connection.js").Query} Query
 * @typedef {import("./forms.js").Move} Move
 * @typedef {{types?: string[], form?: string, awaits_me?: boolean, digest?: number}} Told
 * @typedef {{seat?: string | null, token?: string | null, seats?: import("./answers.js").OfferedSeat[]}} Sitting
 */

/** What every seat of a token is answered alike: these reads take no seat. */
const ALIKE = /^\/(events|forks|refusals|tokens|webhooks)\b/;

/** One game and its log, seen from a seat, or by whoever may look on. */
export class Session {
  #connection;
  #token;
  #invitations;

  /**
   * @param {Connection} connection
   * @param {string} id
   * @param {Sitting} [sitting]
   */
  constructor(connection, id, { seat = null, token = null, seats = [] } = {}) {
    this.id = id;
    /** The seat that acts; none for who only looks on. */
    this.seat = seat;
    this.#token = token;
    this.#connection = connection.withToken(token);
    this.#invitations = new Map(seats.flatMap(({ name, claim_code }) => (claim_code ? [[name, claim_code]] : [])));
  }

  /** The token that came with the seat, to be kept: it is shown once. */
  get token() {
    return this.#token;
  }

  /** The claim codes of the other seats, by their names: each for one person. */
  get invitations() {
    return this.#invitations;
  }

  /**
   * The session as it is now, and no older than a version.
   * @param {number} [atLeast]
   * @returns {Promise<Moment>}
   */
  async now(atLeast = 0) {
    let [view, tag] = await this.#seen();
    // Another process has not heard of it yet; who names a version always finds it.
    if (view.version < atLeast) [view, tag] = await this.#seen(atLeast);
    if (this.seat === null && view.your_seats.length === 1) this.seat = view.your_seats[0] ?? null;
    return new Moment(this, view, tag);
  }

  /** The table and the play as they are now. @returns {Promise<import("./answers.js").StateView>} */
  state() {
    return this.read("/state");
  }

  /** The moves that are open to the seat now, each as a form. */
  async options() {
    return (await this.now()).options();
  }

  /**
   * Any read of the session, by its path below it: `read("/network", { at: 41 })`.
   * @param {string} [path]
   * @param {Query} [query]
   * @returns {Promise<any>}
   */
  read(path = "", query = {}) {
    return this.#connection.read(this.#home + path, ALIKE.test(path) ? query : { seat: this.seat, ...query });
  }

  /** An event of the log. @param {number} version @returns {Promise<EventView>} */
  event(version) {
    return this.read(`/events/${version}`);
  }

  /** Why an event was ruled as it was. @param {number} version @returns {Promise<import("./answers.js").RulingView>} */
  ruling(version) {
    return this.read(`/events/${version}/ruling`);
  }

  /**
   * What has happened after a version; `type` and `seat` leave the rest out.
   * @param {number} [after]
   * @param {{type?: string, seat?: string}} [only]
   * @returns {AsyncGenerator<EventView, void, void>}
   */
  async *events(after = 0, only = {}) {
    for (let place = /** @type {number | null} */ (after); place !== null; ) {
      const { events, next_after } = await this.read("/events", { ...only, after: place });
      yield* events;
      place = next_after;
    }
  }

  /**
   * Every event after a version, as it happens, for ever. Throws `Reset` if the log went back.
   * @param {number} [after]
   * @returns {AsyncGenerator<EventView, void, void>}
   */
  follow(after = 0) {
    return follow(this.#connection, `${this.#home}/events`, ({ version }) => version, after);
  }

  /**
   * The session as it is now, and again whenever it has changed, for ever. Who takes long over a moment gets the newest one next.
   * @returns {AsyncGenerator<Moment, void, void>}
   */
  async *live() {
    while (!this.#connection.manner.signal.aborted) {
      let moment = await this.now();
      yield moment;
      try {
        for await (const { version } of this.follow(moment.version)) {
          if (version <= moment.version) continue;
          moment = await this.now(version);
          yield moment;
        }
      } catch (error) {
        if (!(error instanceof Reset)) throw error;
      }
    }
  }

  /**
   * Each moment at which play waits for the seat and it can answer, until the game is over.
   * @returns {AsyncGenerator<Turn, void, void>}
   */
  async *turns() {
    for await (const moment of this.live()) {
      if (this.seat === null) throw new NoSeat(moment.view.your_seats);
      if (moment.isOver) return;
      const forms = await moment.answers();
      if (forms.length) yield new Turn(moment, forms);
    }
  }

  /**
   * Make a move: `move("add_limit", { kind: "line", text: "spiders" })`, or what a form gave. With the same `key` it is made once,
   * however often it is sent. With `seen`, a version, it is made only if nothing has happened since. Throws `Refused`, and then `Stale`.
   * @param {string | Move} move
   * @param {Record<string, unknown>} [fields]
   * @param {{key?: string, seen?: number | string}} [how]
   * @returns {Promise<EventView>}
   */
  move(move, fields, how) {
    return this.#post("/moves", moved(move, fields), how);
  }

  /**
   * What a move would come to, without making it; nothing, where that hangs on dice.
   * @param {string | Move} move
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<import("./answers.js").AllowedView | null>}
   */
  async tryMove(move, fields) {
    const would = await this.#post("/moves", moved(move, fields), {}, { dry_run: true });
    return would.verdict === "allowed" ? would : null;
  }

  /**
   * Make the move that `choose` draws from the newest moment; drawn anew while others are faster. Where it gives none, none is made.
   * @param {(moment: Moment) => Promise<Move | null> | Move | null} choose
   * @returns {Promise<EventView | null>}
   */
  async insist(choose) {
    for (;;) {
      const moment = await this.now();
      const move = await choose(moment);
      const made = move && (await moment.move(move));
      if (!move || made) return made;
    }
  }

  /**
   * A further seat, with its claim code.
   * @param {string} name
   * @param {string} [kind]
   * @returns {Promise<import("./answers.js").SeatOfferedView>}
   */
  addSeat(name, kind = "player") {
    return this.#post("/seats", { name, kind });
  }

  /**
   * A fresh claim code for a seat that nobody holds.
   * @param {string} seat
   * @returns {Promise<import("./answers.js").ClaimCodeView>}
   */
  invite(seat) {
    return this.#post(`/seats/${seat}/code`);
  }

  /**
   * A code by which another device of one's own takes the seat too.
   * @returns {Promise<import("./answers.js").DeviceCodeView>}
   */
  deviceCode() {
    return this.#post("/device-codes");
  }

  /** A link to the server's own page, by which a person takes the seat of a claim code. @param {string} code */
  link(code) {
    return `${this.#connection.base}/watch/${this.id}#${new URLSearchParams({ claim: code })}`;
  }

  /**
   * A further token for one's own seats: `seats`, `scopes`, `expires_in` and `via` limit and name it.
   * @param {string} label
   * @param {{seats?: string[], scopes?: string[], expires_in?: number, via?: string}} [more]
   * @returns {Promise<import("./answers.js").IssuedView>}
   */
  issueToken(label, more = {}) {
    return this.#connection.post(`${this.#home}/tokens`, { label, ...more });
  }

  /** End a token. @param {string} id */
  async revokeToken(id) {
    await this.#connection.ask("DELETE", `${this.#home}/tokens/${id}`);
  }

  /**
   * Have an address told of events, of these `types` or of all; its `secret` is shown once. `form` is a chat's, such as `ntfy`; with
   * `awaits_me` it is told when the seat is asked for something new; with a `digest` it gathers for so many seconds.
   * @param {string} url
   * @param {string} description
   * @param {Told} [more]
   * @returns {Promise<import("./answers.js").RegisteredWebhookView>}
   */
  addWebhook(url, description, more = {}) {
    return this.#post("/webhooks", { url, description, ...more });
  }

  /** The table's place in the lobby, and who asks for a seat, for whoever hands these out. */
  listing() {
    return new Listing(this.#connection, this.id, this.seat);
  }

  /**
   * A session of one's own that goes on from a version, or from now.
   * @param {number} [version]
   * @param {string} [title]
   * @returns {Promise<Session>}
   */
  async fork(version, title) {
    const made = await this.#connection.post(`${this.#home}/forks`, { version, title, seat: this.seat });
    return new Session(this.#connection, made.session, { seat: made.seat, seats: made.seats });
  }

  /**
   * The archive of the log, byte for byte.
   * @param {number} [at]
   * @returns {Promise<Uint8Array>}
   */
  async export(at) {
    const answer = await this.#connection.ask("GET", `${this.#home}/export`, { query: { at, seat: this.seat } });
    return new Uint8Array(await answer.arrayBuffer());
  }

  get #home() {
    return `/v1/sessions/${this.id}`;
  }

  /**
   * @param {number} [at]
   * @returns {Promise<[import("./answers.js").SessionView, string]>}
   */
  async #seen(at) {
    const answer = await this.#connection.ask("GET", this.#home, { query: { at, seat: this.seat } });
    return [await answer.json(), answer.headers.get("ETag") ?? ""];
  }

  /**
   * @param {string} path
   * @param {unknown} [body]
   * @param {import("./connection.js").Asking} [how]
   * @param {Query} [query]
   */
  #post(path, body, how, query) {
    return this.#connection.post(this.#home + path, body, { ...how, query: { seat: this.seat, ...query } });
  }
}

/**
 * @param {string | Move} move
 * @param {Record<string, unknown>} [fields]
 */
const moved = (move, fields) => ({ ...(typeof move === "string" ? { move } : move), ...fields });
