// Sending: what a form asks for is done once, whatever becomes of the line.

import { isUnanswered } from "./unanswered.js";

/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./unanswered.js").Unanswered} Unanswered */
/** @typedef {import("./unanswered.js").Sent} Sent */
/** @typedef {import("./watch.js").Schemas} Schemas */

const TRIES = 4;
const AGAIN_FIRST = 400;

/** One filled form on its way. The key stays with what was filled in: sent again, it is the same request. */
export class Sending {
  /** @param {Api} api */
  constructor(api) {
    this.api = api;
    this.body = "";
    this.key = "";
  }

  /**
   * Make a move.
   * @param {Record<string, unknown>} move
   * @param {Unanswered} unanswered where it is kept until its answer is here
   * @param {number} [seen] the version whose options the form shows: a move is not made on what its player has not seen
   * @param {string} [question] the question that it answers: the answer holds as long as the seat is asked
   * @returns {Promise<Schemas["EventView"]>}
   */
  make(move, unanswered, seen, question) {
    return this.#once(move, (key) =>
      unanswered.during({ move, key, seen, question }, () => this.api.move(move, { key, ifMatch: seen, question })),
    );
  }

  /**
   * Make a move that was sent before, with the key that it had.
   * @param {Sent} sent
   * @param {Unanswered} unanswered
   */
  again({ move, key, seen, question }, unanswered) {
    Object.assign(this, { body: JSON.stringify(move), key });
    return this.make(move, unanswered, seen, question);
  }

  /**
   * Ask for anything else that changes something.
   * @param {string} address such as `/v1/sessions`
   * @param {unknown} body
   * @returns {Promise<any>}
   */
  post(address, body) {
    return this.#once([address, body], (key) => this.api.post(address, body, { key }));
  }

  /**
   * Where no answer comes the same is sent again with the same key, so that it is done once.
   * @param {unknown} filled what is sent: another thing has another key
   * @param {(key: string) => Promise<any>} send
   */
  async #once(filled, send) {
    const body = JSON.stringify(filled);
    if (body !== this.body) Object.assign(this, { body, key: newKey() });
    for (let tried = 1; ; tried += 1) {
      try {
        const answer = await send(this.key);
        this.body = "";
        return answer;
      } catch (error) {
        if (tried === TRIES || !isUnanswered(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_FIRST * 2 ** tried));
      }
    }
  }
}

/** A key that nobody else makes up, also where a page has no `crypto.randomUUID` (over plain HTTP). */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
