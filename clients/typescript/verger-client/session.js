// A session: one game and its log, seen from a seat.

import { NoSeat, Reset } from "./errors.js";
import { follow } from "./following.js";
import { Moment, Turn } from "./moment.js";
import { SessionOperations } from "./operations.js";

/**
 * @typedef {import("./answers.js").EventView} EventView
 * @typedef {import("./connection.js").Connection} Connection
 * @typedef {import("./forms.js").Move} Move
 * @typedef {{seat?: string | null, token?: string | null, seats?: import("./answers.js").OfferedSeat[]}} Sitting
 */

/** One game and its log, seen from a seat or by somebody who may look on. */
export class Session extends SessionOperations {
  #token;
  #invitations;

  /**
   * @param {Connection} connection
   * @param {string} id
   * @param {Sitting} [sitting]
   */
  constructor(connection, id, { seat = null, token = null, seats = [] } = {}) {
    super(connection.withToken(token), id, seat);
    this.#token = token;
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

  /** The moves that are open to the seat now, each as a form. */
  async options() {
    return (await this.now()).options();
  }

  /**
   * Any request below the session's address, with the whole answer: `request("GET", "/story", { accept: "text/markdown" })`.
   * @param {string} method
   * @param {string} [path]
   * @param {import("./connection.js").Asking} [asking]
   */
  request(method, path = "", asking) {
    return this.connection.ask(method, this.home + path, asking);
  }

  /**
   * The same session with other times for its requests.
   * @param {import("./connection.js").Times} times
   */
  withOptions(times) {
    const seats = [...this.#invitations].map(([name, claim_code]) => ({ seat: "", kind: "", name, claim_code }));
    return new Session(this.connection.withTimes(times), this.id, { seat: this.seat, token: this.#token, seats });
  }

  /**
   * The events after a version, or with `order: "newest"` all from the newest on. `type` and `seat` leave out the others.
   * @param {number} [after]
   * @param {{type?: string, seat?: string, order?: string, before?: number, limit?: number}} [only]
   * @returns {AsyncGenerator<EventView, void, void>}
   */
  async *events(after = 0, { before, ...only } = {}) {
    const isNewestFirst = only.order === "newest";
    for (let place = /** @type {number | null | undefined} */ (isNewestFirst ? before : after); place !== null; ) {
      const page = await this.listEvents({ ...only, ...(isNewestFirst ? { before: place } : { after: place }) });
      yield* page.events;
      place = isNewestFirst ? page.next_before : page.next_after;
    }
  }

  /**
   * Every event after a version, as it happens, for ever. Throws `Reset` if the log went back.
   * @param {number} [after]
   * @returns {AsyncGenerator<EventView, void, void>}
   */
  follow(after = 0) {
    return follow(this.connection, `${this.home}/events`, ({ version }) => version, after);
  }

  /**
   * The session as it is now, and again whenever it has changed, for ever. Who takes long over a moment gets the newest one next.
   * @returns {AsyncGenerator<Moment, void, void>}
   */
  async *live() {
    while (!this.connection.manner.signal.aborted) {
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
    return this.postMove(moved(move, fields), how);
  }

  /**
   * What a move would come to, without making it; nothing, where that hangs on dice.
   * @param {string | Move} move
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<import("./answers.js").AllowedView | null>}
   */
  async tryMove(move, fields) {
    const would = await this.postMove(moved(move, fields), { dry_run: true });
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

  /** A link to the server's own page, by which a person takes the seat of a claim code. @param {string} code */
  link(code) {
    return `${this.connection.base}/watch/${this.id}#${new URLSearchParams({ claim: code })}`;
  }

  /**
   * A session of one's own that goes on from a version, or from now.
   * @param {number} [version]
   * @param {string} [title]
   * @returns {Promise<Session>}
   */
  async fork(version, title) {
    const made = await this.forkSession({ version, title, seat: this.seat ?? undefined });
    return new Session(this.connection, made.session, { seat: made.seat, seats: made.seats });
  }

  /**
   * @param {number} [at]
   * @returns {Promise<[import("./answers.js").SessionView, string]>}
   */
  async #seen(at) {
    const answer = await this.request("GET", "", { query: { at, seat: this.seat } });
    return [await answer.json(), answer.headers.get("ETag") ?? ""];
  }
}

/**
 * @param {string | Move} move
 * @param {Record<string, unknown>} [fields]
 */
const moved = (move, fields) => ({ ...(typeof move === "string" ? { move } : move), ...fields });
