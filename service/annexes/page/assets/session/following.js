// Following: the log as it grows and who is at the table, by one connection, which is made again whenever it breaks.

import { Problem } from "./api.js";

/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./api.js").Schemas} Schemas */

/**
 * The seats that are here, or have the page open and are away.
 * @typedef {Schemas["PresenceView"]["seats"]} Seats
 */

/** As what one's seat is seen; null neither shows it nor tells of others. @typedef {"here" | "away" | null} Attention */

const AGAIN_FIRST = 500;
const AGAIN_MOST = 15_000;

export class Following {
  /** @param {Api} api */
  constructor(api) {
    this.api = api;
    /** @type {Attention} */
    this.attention = null;
    this.connection = new AbortController();
    /** Has a connection that waits to be made again made at once. */
    this.hurry = () => {};
  }

  /**
   * Be seen as something else from now on: the server takes that with a connection.
   * @param {Attention} attention
   */
  attend(attention) {
    if (attention === this.attention) return;
    this.attention = attention;
    this.connection.abort();
  }

  /**
   * Every event after a version, in order and each once, for ever.
   * @param {number} after
   * @param {{heard: (event: Schemas["EventView"]) => void, seen: (seats: Seats) => void, told: (isConnected: boolean) => void}} tell
   * @returns {Promise<Problem>} why it is over: nothing but the server's word ends it
   */
  async follow(after, { heard, seen, told }) {
    let again = AGAIN_FIRST;
    for (;;) {
      this.connection = new AbortController();
      try {
        const query = { after, follow: "true", presence: this.attention };
        for await (const line of this.api.lines(query, this.connection.signal)) {
          told(true);
          again = AGAIN_FIRST;
          const said = line && JSON.parse(line);
          if (said?.type === "presence") seen(said.seats);
          else if (said) {
            after = said.version;
            heard(said);
          }
        }
      } catch (error) {
        if (error instanceof Problem && [401, 403, 404, 410].includes(error.status)) return error;
      }
      if (this.connection.signal.aborted) continue;
      told(false);
      await new Promise((resolve) => {
        this.hurry = () => resolve(undefined);
        setTimeout(this.hurry, again);
      });
      again = Math.min(again * 2, AGAIN_MOST);
    }
  }
}
