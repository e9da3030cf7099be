// A session: one game and its log, as a seat sees them.

import { NeedsState, NoSeat, Reset } from "./errors.js";
import { Fold } from "./folding.js";
import { follow } from "./following.js";
import { Moment, Turn } from "./moment.js";
import { SessionOperations } from "./operations.js";
import { viewOf } from "./views.js";

/**
 * @typedef {import("./answers.js").EventView} EventView
 * @typedef {import("./connection.js").Connection} Connection
 * @typedef {import("./forms.js").Move} Move
 * @typedef {import("./views.js").View} View
 * @typedef {{seat?: string | null, token?: string | null, seats?: import("./answers.js").OfferedSeat[]}} Sitting
 */

/** One game and its log, as a seat or an onlooker sees them. */
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

  /** The token that came with the seat; null if there is none. Keep it, because the server shows it only once. */
  get token() {
    return this.#token;
  }

  /** The claim codes of the other seats, by seat name. Give each code to one person. */
  get invitations() {
    return this.#invitations;
  }

  /**
   * Read the newest moment of the session, at version `atLeast` or a newer one.
   * @param {number} [atLeast]
   * @returns {Promise<Moment>}
   */
  async now(atLeast = 0) {
    let [view, tag] = await this.#seen();
    // Another process may not know the version yet. A request that names the version waits for it.
    if (view.version < atLeast) [view, tag] = await this.#seen(atLeast);
    if (this.seat === null && view.your_seats.length === 1) this.seat = view.your_seats[0] ?? null;
    return new Moment(this, view, tag);
  }

  /** The moves that the seat can make now, each as a form. */
  async options() {
    return (await this.now()).options();
  }

  /**
   * Make any request about the session, and return the whole answer: `request("GET", "/story", { accept: "text/markdown" })`.
   * @param {string} method
   * @param {string} [path]
   * @param {import("./connection.js").Asking} [asking]
   */
  request(method, path = "", asking) {
    return this.connection.ask(method, this.home + path, asking);
  }

  /**
   * Return the same session with other time limits for its requests.
   * @param {import("./connection.js").Times} times
   */
  withOptions(times) {
    const seats = [...this.#invitations].map(([name, claim_code]) => ({ seat: "", kind: "", name, claim_code }));
    return new Session(this.connection.withTimes(times), this.id, { seat: this.seat, token: this.#token, seats });
  }

  /**
   * Yield the events after a version. With `order: "newest"`, yield all events, the newest first. `type` and `seat` select events.
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
   * Yield each event after a version when it happens, without end. Throws `Reset` if the log has lost its newest events.
   * @param {number} [after]
   * @returns {AsyncGenerator<EventView, void, void>}
   */
  follow(after = 0) {
    return follow(this.connection, `${this.home}/events`, ({ version }) => version, after);
  }

  /**
   * Yield the session as it is now, and again after each change, without end. A slow reader skips to the newest moment.
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
   * Read the banks, the network, the sheets and the map at a version, or now.
   * @param {number} [at]
   * @returns {Promise<View>}
   */
  async view(at) {
    const state = await this.getState({ at });
    const of = { at: state.version };
    const network = state.table.ruleset === "verge" ? await this.getNetwork(of) : null;
    return viewOf(state, await this.getBanks(of), network);
  }

  /**
   * Yield the view now, and the view after each event when it happens, without end. The client computes the views from the events. It
   * requests a view only if it must: after a redaction, after an effect that this client does not know, or after a rewind far back.
   * @returns {AsyncGenerator<View, void, void>}
   */
  async *views() {
    while (!this.connection.manner.signal.aborted) {
      let fold = new Fold(await this.view());
      yield fold.view;
      try {
        for await (const event of this.follow(fold.view.version)) {
          fold = await this.#folded(fold, event);
          yield fold.view;
        }
      } catch (error) {
        if (!(error instanceof Reset)) throw error;
      }
    }
  }

  /**
   * Yield each moment when play waits for the seat and the seat can move, until the game is over.
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
   * Make a move: `move("add_limit", { kind: "line", text: "spiders" })`, or a move from a form. Requests with the same `key` make the move
   * once. If `seen` is a version and the session has a newer one, `Stale` is thrown. If `question` is an id and the seat is no longer asked
   * this question, `QuestionClosed` is thrown. If a rule does not allow the move, `Refused` is thrown. In all three cases, no move is made.
   * @param {string | Move} move
   * @param {Record<string, unknown>} [fields]
   * @param {{key?: string, seen?: number | string, question?: string}} [how]
   * @returns {Promise<EventView>}
   */
  move(move, fields, how) {
    return this.postMove(moved(move, fields), how);
  }

  /**
   * Return the result of a move without making it, or null if the result depends on dice.
   * @param {string | Move} move
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<import("./answers.js").AllowedView | null>}
   */
  async tryMove(move, fields) {
    const would = await this.postMove(moved(move, fields), { dry_run: true });
    return would.verdict === "allowed" ? would : null;
  }

  /**
   * Make the move that `choose` returns for the newest moment. If others move first, call `choose` again. If it returns null, no move is made.
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

  /** The link to the server's page that lets a player take the seat of a claim code. @param {string} code */
  link(code) {
    return `${this.connection.base}/watch/${this.id}#${new URLSearchParams({ claim: code })}`;
  }

  /**
   * Start a session that continues from a version, or from now.
   * @param {number} [version]
   * @param {string} [title]
   * @returns {Promise<Session>}
   */
  async fork(version, title) {
    const made = await this.forkSession({ version, title, seat: this.seat ?? undefined });
    return new Session(this.connection, made.session, { seat: made.seat, seats: made.seats });
  }

  /**
   * Return the fold after an event. If the event cannot be folded, start again from the server's state.
   * @param {Fold} fold
   * @param {EventView} event
   */
  async #folded(fold, event) {
    try {
      // A redaction changes texts of earlier events.
      if (event.type !== "redact") return fold.take(event) && fold;
    } catch (error) {
      if (!(error instanceof NeedsState)) throw error;
    }
    return new Fold(await this.view(event.version));
  }

  /**
   * @param {number} [at]
   * @returns {Promise<[import("./answers.js").SessionView, string]>}
   */
  async #seen(at) {
    const { headers, value } = await this.connection.get("GET", this.home, { query: { at, seat: this.seat } });
    return [value, headers.get("ETag") ?? `"${value.version}"`];
  }
}

/**
 * @param {string | Move} move
 * @param {Record<string, unknown>} [fields]
 */
const moved = (move, fields) => ({ ...(typeof move === "string" ? { move } : move), ...fields });
