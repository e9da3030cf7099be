// Asking a server: with a token, and again where that is safe.

import { newKey } from "./crypto.js";
import { Problem, problemOf, Unreachable } from "./errors.js";
import { Pauses, wait, within } from "./patience.js";

/**
 * @typedef {Record<string, string | number | boolean | null | undefined>} Query
 * @typedef {{query?: Query, body?: unknown, key?: string, seen?: number | string}} Asking
 * @typedef {{retrySeconds: number, timeoutSeconds: number, signal: AbortSignal, fetch: typeof fetch}} Manner
 */

/** How long a stream may say nothing; the server says something every 15 seconds. */
const SILENCE = 45_000;

/** A server, and the token that it is asked with, which shows in no log of it. */
export class Connection {
  /** @type {string | null} */
  #token;

  /**
   * @param {string} base
   * @param {string | null} token
   * @param {Manner} manner
   */
  constructor(base, token, manner) {
    this.base = base;
    this.manner = manner;
    this.#token = token;
  }

  /**
   * The same server, asked with another token; without one, with this one.
   * @param {string | null | undefined} token
   */
  withToken(token) {
    return new Connection(this.base, token ?? this.#token, this.manner);
  }

  /**
   * What a read answers.
   * @param {string} path
   * @param {Query} [query]
   * @returns {Promise<any>}
   */
  async read(path, query) {
    return (await this.ask("GET", path, { query })).json();
  }

  /**
   * What a request that changes something answers.
   * @param {string} path
   * @param {unknown} [body]
   * @param {Asking} [asking]
   * @returns {Promise<any>}
   */
  async post(path, body, asking) {
    return (await this.ask("POST", path, { ...asking, body })).json();
  }

  /**
   * An answer that is a success. It is asked for again, with the same key, while there is none or it says when to ask
   * again: 429, 503, and a request that is still under way. Throws `Problem` and `Unreachable`.
   * @param {string} method
   * @param {string} path
   * @param {Asking} [asking]
   * @returns {Promise<Response>}
   */
  async ask(method, path, { query = {}, body, key, seen } = {}) {
    const fields = {
      "Content-Type": body === undefined ? null : "application/json",
      "Idempotency-Key": method === "POST" ? (key ?? newKey()) : null,
      "If-Match": typeof seen === "number" ? `"${seen}"` : seen,
    };
    const how = { method, headers: this.#headers(fields), body: JSON.stringify(body) };
    const until = Date.now() + this.manner.retrySeconds * 1000;
    for (const pauses = new Pauses(); ; ) {
      const said = await this.#once(this.#address(path, query), how);
      if (said instanceof Response) return said;
      const isAgain = said instanceof Unreachable || said.retryAfter !== null;
      const pause = pauses.next(said instanceof Problem ? said.retryAfter : null);
      if (!isAgain || Date.now() + pause > until) throw said;
      await wait(pause, this.manner.signal);
    }
  }

  /**
   * Lines as they come, for as long as they do: an empty one is a sign of life. Throws `Problem`, and what `fetch` throws.
   * @param {string} path
   * @param {Query} query
   * @returns {AsyncGenerator<string, void, void>}
   */
  async *lines(path, query) {
    const patience = within(SILENCE, this.manner.signal);
    try {
      const headers = this.#headers({ Accept: "application/x-ndjson" });
      const answer = await this.manner.fetch(this.#address(path, query), { headers, signal: patience.signal });
      if (!answer.ok) throw await problemOf(answer);
      yield* pieces(answer, patience.putOff);
    } finally {
      patience.over();
    }
  }

  /**
   * @param {string} address
   * @param {RequestInit} how
   * @returns {Promise<Response | Problem | Unreachable>}
   */
  async #once(address, how) {
    const patience = within(this.manner.timeoutSeconds * 1000, this.manner.signal);
    try {
      const answer = await this.manner.fetch(address, { ...how, signal: patience.signal });
      if (answer.headers.has("Deprecation") || answer.headers.has("Sunset"))
        console.warn(`${new URL(address).pathname} is deprecated: see the server's changelog`);
      // What breaks off, or goes silent, in the middle is no answer either.
      return answer.ok ? new Response(answer.body && (await answer.arrayBuffer()), answer) : await problemOf(answer);
    } catch (error) {
      this.manner.signal.throwIfAborted();
      return new Unreachable(`${this.base} does not answer: ${error instanceof Error ? error.message : error}`);
    } finally {
      patience.over();
    }
  }

  /**
   * @param {string} path
   * @param {Query} query
   */
  #address(path, query) {
    const address = new URL(this.base + path);
    for (const [name, value] of Object.entries(query)) {
      if (value !== null && value !== undefined) address.searchParams.set(name, String(value));
    }
    return address.href;
  }

  /** @param {Record<string, string | null | undefined>} fields */
  #headers(fields) {
    const headers = new Headers();
    if (this.#token) headers.set("Authorization", `Bearer ${this.#token}`);
    for (const [name, value] of Object.entries(fields)) if (value) headers.set(name, value);
    return headers;
  }
}

/**
 * The lines of an answer; no other character than a line feed ends one.
 * @param {Response} answer
 * @param {() => void} heard
 * @returns {AsyncGenerator<string, void, void>}
 */
async function* pieces(answer, heard) {
  if (!answer.body) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let rest = [""]; ; ) {
      const { value, done } = await reader.read();
      if (done) return;
      heard();
      const [first = "", ...lines] = value.split("\n");
      rest.push(first);
      for (const next of lines) {
        yield rest.join("");
        rest = [next];
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
