// The server: start, find, join and follow sessions.

import { Connection } from "./connection.js";
import { Closed, Reset } from "./errors.js";
import { follow } from "./following.js";
import { Turn } from "./moment.js";
import { ServerOperations } from "./operations.js";
import { Session } from "./session.js";

/**
 * @typedef {{gm: string, players?: string[], observers?: string[], ruleset?: string, houseRules?: Record<string, string | number>, via?: string}} Table
 * @typedef {{token?: string | null, retrySeconds?: number, timeoutSeconds?: number, fetch?: typeof fetch, log?: (line: string) => void}} Settings
 */

/**
 * A server. `token` is a seat's token or an app's key. You can start and join sessions without a token. `log` gets a line for each
 * request, without tokens.
 */
export class Verger extends ServerOperations {
  #closing;

  /**
   * @param {string} [base] the server's address, which can have a path. Default: the address that the page came from
   * @param {Settings} [settings]
   */
  constructor(base = here(), settings = {}) {
    const { token = null, retrySeconds = 90, timeoutSeconds = 20, fetch = globalThis.fetch.bind(globalThis), log = () => {} } = settings;
    const closing = new AbortController();
    const manner = { retrySeconds, timeoutSeconds, fetch, log, signal: closing.signal };
    super(new Connection(base.replace(/(?<!\/)\/+$/, ""), token, manner));
    this.#closing = closing;
  }

  /** End all requests with the error `Closed`. Loops that follow a session or the feed end without an error. */
  close() {
    this.#closing.abort(new Closed(`The connection to ${this.connection.base} is closed.`));
  }

  /**
   * Start a session and take the GM's seat. An app takes no seat. `invitations` has the claim codes of the other seats.
   * @param {string} title
   * @param {Table} table
   * @returns {Promise<Session>}
   */
  async start(title, { gm, players = [], observers = [], ruleset = "verge", houseRules = {}, via }) {
    const seats = [
      { kind: "gm", name: gm },
      ...players.map((name) => ({ kind: "player", name })),
      ...observers.map((name) => ({ kind: "observer", name })),
    ];
    const began = await this.startSession({ title, seats, ruleset, house_rules: houseRules, via });
    return new Session(this.connection, began.session, began);
  }

  /**
   * Take a seat by its claim code, or by a link that contains the code.
   * @param {string} code
   * @param {{name?: string, via?: string}} [as]
   * @returns {Promise<Session>}
   */
  async claim(code, as = {}) {
    const [, fragment = ""] = code.split("#");
    const bare = new URLSearchParams(fragment).get("claim") ?? code;
    const taken = await this.claimSeat({ ...as, code: bare });
    return new Session(this.connection, taken.session, taken);
  }

  /**
   * Return a session that the token can read, or that is open to onlookers. For webhooks, the id `-` stands for all sessions of the token.
   * @param {string} id
   * @param {string | null} [seat]
   */
  session(id, seat = null) {
    return new Session(this.connection, id, { seat });
  }

  /**
   * Yield the sessions that the token has a seat in, may read, or has started.
   * @param {{ruleset?: string, title?: string, awaited?: boolean, idle_since?: string, limit?: number}} [only]
   * @returns {AsyncGenerator<import("./answers.js").SessionView, void, void>}
   */
  async *sessions(only = {}) {
    for (let after = /** @type {string | null | undefined} */ (undefined); after !== null; ) {
      const { sessions, next_after } = await this.listSessions({ ...only, after });
      yield* sessions;
      after = next_after;
    }
  }

  /**
   * Yield the tables of the lobby, the newest first. `ruleset` and `language` select tables.
   * @param {{ruleset?: string, language?: string}} [only]
   * @returns {AsyncGenerator<import("./answers.js").OpenTableView, void, void>}
   */
  async *tables(only = {}) {
    for (let after = /** @type {string | null | undefined} */ (undefined); after !== null; ) {
      const page = await this.listTables({ ...only, after });
      yield* page.tables;
      after = page.next_after;
    }
  }

  /**
   * Yield every event of the token's sessions after a place in the feed, without end. The place `now` is the current end of the feed.
   * @param {string} [after]
   * @returns {AsyncGenerator<import("./answers.js").FeedItem, void, void>}
   */
  feed(after) {
    return follow(this.connection, "/v1/feed", ({ place }) => place, after);
  }

  /**
   * Yield each moment when play waits for a seat of the token and the seat can move, without end. One feed reports the events of all
   * sessions. After a `Reset`, the client reads every session again.
   * @returns {AsyncGenerator<Turn, void, void>}
   */
  async *turns() {
    for await (const { session, version, awaited, your_seats } of this.#changed()) {
      const asked = new Set(awaited.flatMap(({ seats }) => seats));
      for (const seat of your_seats.filter((one) => asked.has(one))) {
        const moment = await this.session(session, seat).now(version);
        const forms = await moment.answers();
        if (forms.length) yield new Turn(moment, forms);
      }
    }
  }

  /**
   * Yield each session as it is now, and again after each change, without end.
   * @returns {AsyncGenerator<import("./answers.js").SessionView, void, void>}
   */
  async *#changed() {
    while (!this.#closing.signal.aborted) {
      const { after } = await this.getFeed({ after: "now", limit: 1 });
      const seen = new Map();
      for await (const view of this.sessions()) {
        seen.set(view.session, view.version);
        yield view;
      }
      try {
        for await (const { session, version } of this.feed(after)) {
          if (version <= (seen.get(session) ?? 0)) continue;
          const { view } = await this.session(session).now(version);
          seen.set(session, view.version);
          yield view;
        }
      } catch (error) {
        if (!(error instanceof Reset)) throw error;
      }
    }
  }

  /**
   * Make any request, and return the whole answer: `request("GET", "/v1/rulesets")`.
   * @param {string} method
   * @param {string} path
   * @param {import("./connection.js").Asking} [asking]
   */
  request(method, path, asking) {
    return this.connection.ask(method, path, asking);
  }

  /**
   * Return the same server with other time limits for its requests. If you close one of the two, the other is closed, too.
   * @param {import("./connection.js").Times} times
   * @returns {Verger}
   */
  withOptions(times) {
    const other = Object.create(this);
    other.connection = this.connection.withTimes(times);
    return other;
  }
}

/**
 * Return the address of the server that the page came from. If this file came from the same server, the address includes the server's path.
 * Outside of a page, return the address of a server on this machine.
 */
function here() {
  const origin = globalThis.location?.origin;
  if (!origin) return "http://127.0.0.1:8000";
  const files = import.meta.url.lastIndexOf("/docs/verger-client/");
  return files > 0 && import.meta.url.startsWith(`${origin}/`) ? import.meta.url.slice(0, files) : origin;
}
