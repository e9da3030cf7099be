// The lobby: tables that look for players, as whoever wants a seat sees them and as their host does.

/** @typedef {import("./connection.js").Connection} Connection */

/** Tables that look for players, for whoever wants a seat. */
export class Lobby {
  #connection;

  /** @param {Connection} connection */
  constructor(connection) {
    this.#connection = connection;
  }

  /**
   * The tables that are listed, the newest first; `ruleset` and `language` leave the rest out.
   * @param {{ruleset?: string, language?: string}} [only]
   * @returns {AsyncGenerator<import("./answers.js").OpenTableView, void, void>}
   */
  async *tables(only = {}) {
    for (let after = /** @type {string | null | undefined} */ (undefined); after !== null; ) {
      const { tables, next_after } = await this.#connection.read("/v1/tables", { ...only, after });
      yield* tables;
      after = next_after;
    }
  }

  /**
   * Ask for a seat. Whoever has no token gets one with the answer, which has the seat once one is let in.
   * @param {string} table
   * @param {string} name
   * @param {string} [note]
   * @returns {Promise<import("./answers.js").AskedView>}
   */
  ask(table, name, note) {
    return this.#connection.post(`/v1/tables/${table}/asks`, { name, note });
  }

  /**
   * What the token has asked for, and what came of it.
   * @returns {Promise<readonly import("./answers.js").AskView[]>}
   */
  async asks() {
    return (await this.#connection.read("/v1/asks")).asks;
  }

  /** Ask for a seat no more. @param {string} ask */
  async withdraw(ask) {
    await this.#connection.ask("DELETE", `/v1/asks/${ask}`);
  }
}

/** A table's place in the lobby, for whoever hands out its seats. */
export class Listing {
  #connection;
  #home;
  #query;

  /**
   * @param {Connection} connection
   * @param {string} session
   * @param {string | null} seat
   */
  constructor(connection, session, seat) {
    this.#connection = connection;
    this.#home = `/v1/sessions/${session}/listing`;
    this.#query = { seat };
  }

  /**
   * How the table is listed, and who asks for a seat.
   * @returns {Promise<import("./answers.js").LobbyView>}
   */
  see() {
    return this.#connection.read(this.#home, this.#query);
  }

  /**
   * List the table for 30 days, or otherwise than it is.
   * @param {string} language
   * @param {{plays?: string, about?: string}} [more]
   */
  async put(language, more = {}) {
    await this.#connection.ask("PUT", this.#home, { query: this.#query, body: { language, ...more } });
  }

  /** List the table no more. */
  async takeOff() {
    await this.#connection.ask("DELETE", this.#home, { query: this.#query });
  }

  /**
   * Give whoever asks a seat, or the first that is free.
   * @param {string} ask
   * @param {string} [seat]
   * @returns {Promise<import("./answers.js").AskView>}
   */
  letIn(ask, seat) {
    return this.#connection.post(`/v1/asks/${ask}/seat`, { seat }, { query: this.#query });
  }

  /** Let whoever asks not in. @param {string} ask */
  async decline(ask) {
    await this.#connection.ask("DELETE", `/v1/asks/${ask}`, { query: this.#query });
  }
}
