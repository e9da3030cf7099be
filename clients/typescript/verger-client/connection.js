// Requests to a server with a token. The client repeats a failed request if that is safe.

import { newKey } from "./crypto.js";
import { Fault, Problem, parsed, problemOf, Unreachable, Unreadable } from "./errors.js";
import { Pauses, wait, within } from "./patience.js";

/**
 * @typedef {Record<string, string | number | boolean | string[] | null | undefined>} Query
 * @typedef {{query?: Query, body?: unknown, key?: string, seen?: number | string, question?: string, accept?: string}} Asking
 * @typedef {{status: number, statusText: string, headers: Headers, body: ArrayBuffer, value: any}} Answer `value` is the decoded JSON
 * @typedef {{retrySeconds?: number, timeoutSeconds?: number}} Times
 * @typedef {{retrySeconds: number, timeoutSeconds: number, signal: AbortSignal, fetch: typeof fetch, log: (line: string) => void}} Manner
 */

const JSON_TYPE = "application/json";
const LINES = "application/x-ndjson";
const NO_CONTENT = 204;
/** After an answer with such a status, the request is sent again. Its key makes sure that the server carries it out only once. */
const REPEATED = new Set([408, 429, 502, 503, 504]);

/** How long a stream may be silent, in milliseconds. The server sends something every 15 seconds. */
const SILENCE = 45_000;

/** A server, and the token of the requests to it. No log of this object shows the token. */
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
   * Return a connection to the same server with another token. Without a new token, the connection has the present one.
   * @param {string | null | undefined} token
   */
  withToken(token) {
    return new Connection(this.base, token ?? this.#token, this.manner);
  }

  /**
   * Return a connection to the same server with other time limits.
   * @param {Times} times
   */
  withTimes(times) {
    return new Connection(this.base, this.#token, { ...this.manner, ...given(times) });
  }

  /**
   * Make a request and return the object in its JSON answer. Throws `Unreadable` if the answer is no object.
   * @param {string} method
   * @param {string} path
   * @param {Asking} [asking]
   * @returns {Promise<any>}
   */
  async json(method, path, asking) {
    const { value } = await this.get(method, path, asking);
    if (typeof value !== "object" || value === null) throw new Unreadable(`The answer to ${method} ${path} is no object.`);
    return value;
  }

  /**
   * Make a request and return the text of its answer.
   * @param {string} method
   * @param {string} path
   * @param {Asking} [asking]
   */
  async text(method, path, asking) {
    return new TextDecoder().decode((await this.get(method, path, asking)).body);
  }

  /**
   * Make a request and return the bytes of its answer.
   * @param {string} method
   * @param {string} path
   * @param {Asking} [asking]
   */
  async bytes(method, path, asking) {
    return new Uint8Array((await this.get(method, path, asking)).body);
  }

  /**
   * Make a request whose answer is empty.
   * @param {string} method
   * @param {string} path
   * @param {Asking} [asking]
   */
  async nothing(method, path, asking) {
    await this.get(method, path, asking);
  }

  /**
   * Make a request and return its whole answer. It is sent again as described at `get`.
   * @param {string} method
   * @param {string} path
   * @param {Asking} [asking]
   * @returns {Promise<Response>}
   */
  async ask(method, path, asking) {
    const { status, statusText, headers, body } = await this.get(method, path, asking);
    return new Response(status === NO_CONTENT ? null : body, { status, statusText, headers });
  }

  /**
   * Make a request and return its successful answer with the body. The client sends the request again, with the same key, in three cases:
   * there is no complete answer, its status is 408, 429, 502, 503 or 504, or it has a `Retry-After`. Throws `Problem` and `Unreachable`.
   * @param {string} method
   * @param {string} path
   * @param {Asking} [asking]
   * @returns {Promise<Answer>}
   */
  async get(method, path, { query = {}, body, key, seen, question, accept = JSON_TYPE } = {}) {
    const isArchive = typeof body === "string" || body instanceof Uint8Array;
    const fields = {
      Accept: accept,
      "Content-Type": body === undefined ? null : isArchive ? LINES : JSON_TYPE,
      "Idempotency-Key": method === "POST" ? (key ?? newKey()) : null,
      "If-Match": typeof seen === "number" ? `"${seen}"` : seen,
      "Verger-Question": question,
    };
    const content = isArchive ? /** @type {BodyInit} */ (body) : JSON.stringify(body);
    const how = { method, headers: this.#headers(fields), body: content };
    const until = Date.now() + this.manner.retrySeconds * 1000;
    for (const pauses = new Pauses(); ; ) {
      const found = await this.#once(this.#address(path, query), how, accept);
      if (!(found instanceof Error)) return found;
      const asked = found instanceof Problem ? found.retryAfter : null;
      const isAgain = found instanceof Unreachable || asked !== null || REPEATED.has(found.status);
      const pause = pauses.next(asked);
      if (!isAgain || Date.now() + pause > until) throw found;
      this.manner.log(`${method} ${path} is sent again in ${Math.round(pause)} ms`);
      await wait(pause, this.manner.signal);
    }
  }

  /**
   * Yield lines as they arrive, until the answer ends. An empty line is a keep-alive. Throws `Problem`, and the errors of `fetch`.
   * @param {string} path
   * @param {Query} query
   * @returns {AsyncGenerator<string, void, void>}
   */
  async *lines(path, query) {
    const patience = within(SILENCE, this.manner.signal);
    try {
      const headers = this.#headers({ Accept: LINES });
      const answer = await this.manner.fetch(this.#address(path, query), { headers, signal: patience.signal });
      if (!answer.ok) throw await problemOf(answer);
      checked(answer, LINES);
      yield* pieces(answer, patience.putOff);
    } finally {
      patience.over();
    }
  }

  /**
   * @param {string} address
   * @param {RequestInit} how
   * @param {string} accept
   * @returns {Promise<Answer | Problem | Unreachable>}
   */
  async #once(address, how, accept) {
    const patience = within(this.manner.timeoutSeconds * 1000, this.manner.signal);
    const { pathname } = new URL(address);
    try {
      const answer = await this.manner.fetch(address, { ...how, signal: patience.signal });
      this.manner.log(`${how.method} ${pathname}: ${answer.status}`);
      if (answer.headers.has("Deprecation") || answer.headers.has("Sunset"))
        console.warn(`${pathname} is deprecated: see the server's changelog`);
      return answer.ok ? await whole(answer, { accept, method: how.method, heard: patience.putOff }) : await problemOf(answer);
    } catch (error) {
      this.manner.signal.throwIfAborted();
      const what = error instanceof Fault ? "gives no usable answer" : "does not answer";
      return new Unreachable(`${this.base} ${what}: ${error instanceof Error ? error.message : error}`);
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
      for (const one of Array.isArray(value) ? value : [value])
        if (one !== null && one !== undefined) address.searchParams.append(name, String(one));
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
 * Yield the lines of an answer. Only a line feed ends a line. `heard` is called whenever a piece of the answer arrives.
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

/**
 * Return a successful answer with its complete body. Throws `Fault` if the answer is cut off, or comes from another program such as a
 * proxy. `heard` is called for each piece, so that a long body does not time out.
 * @param {Response} answer
 * @param {{accept: string, method: string | undefined, heard: () => void}} how
 * @returns {Promise<Answer>}
 */
async function whole(answer, { accept, method, heard }) {
  const { status, statusText, headers } = answer;
  const found = [];
  for (const reader = answer.body?.getReader(); reader; ) {
    const { value, done } = await reader.read();
    if (done) break;
    heard();
    found.push(value);
  }
  const body = await new Blob(found).arrayBuffer();
  if (status === NO_CONTENT) return { status, statusText, headers, body, value: undefined };
  checked(answer, accept);
  const value = accept === JSON_TYPE && method !== "HEAD" ? parsed(new TextDecoder().decode(body)) : undefined;
  return { status, statusText, headers, body, value };
}

/**
 * Check that an answer has the requested content type. Throws `Fault` if it has another one.
 * @param {Response} answer
 * @param {string} accept
 */
function checked({ headers }, accept) {
  const type = (headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== accept) throw new Fault(`it is ${type || "of no type"} and not ${accept}`);
}

/**
 * The given time limits, without undefined ones.
 * @param {Times} times
 */
const given = (times) => Object.fromEntries(Object.entries(times).filter(([, value]) => value !== undefined));
