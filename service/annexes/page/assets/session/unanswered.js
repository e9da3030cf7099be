// Unanswered: moves of which nobody knows yet whether they were made, kept over a reload of the page.

import { Problem } from "./api.js";

/**
 * A move as it was sent.
 * @typedef {{move: Record<string, unknown>, key: string, seen?: number, question?: string}} Sent
 */

/**
 * Whether nobody knows what came of a request: then only the same key may be sent.
 * @param {unknown} error
 */
export const isUnanswered = (error) =>
  error instanceof Problem && (error.status === 0 || error.status >= 500 || error.code === "request_running");

/** The moves of a seat that wait for their answers: in this window alone, as its token is. */
export class Unanswered {
  /**
   * @param {string} session
   * @param {string | null} seat
   */
  constructor(session, seat) {
    this.name = `verger.sent.${session}.${seat}`;
  }

  /** @returns {Sent[]} the oldest first */
  get all() {
    return JSON.parse(sessionStorage.getItem(this.name) ?? "[]");
  }

  /** @param {string} key */
  forget(key) {
    this.#keep(this.all.filter((one) => one.key !== key));
  }

  /**
   * Send a move, which is kept until its answer is here.
   * @template T
   * @param {Sent} sent
   * @param {() => Promise<T>} send
   * @returns {Promise<T>}
   */
  async during(sent, send) {
    this.#keep([...this.all.filter(({ key }) => key !== sent.key), sent]);
    try {
      const answer = await send();
      this.forget(sent.key);
      return answer;
    } catch (error) {
      if (!isUnanswered(error)) this.forget(sent.key);
      throw error;
    }
  }

  /** @param {Sent[]} all */
  #keep(all) {
    if (all.length) sessionStorage.setItem(this.name, JSON.stringify(all));
    else sessionStorage.removeItem(this.name);
  }
}

/**
 * Forget what anybody has sent from this window: whoever has signed out leaves nothing that they wrote.
 * @param {string} session
 */
export function forgetSent(session) {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(`verger.sent.${session}.`)) sessionStorage.removeItem(name);
}
