// The API: all requests of the page, through the TypeScript client. A refusal of the server becomes a `Problem` (RFC 9457).

import type { Asking } from "verger-client/connection";
import { Connection } from "verger-client/connection";
import { Problem as Refusal, Unreachable } from "verger-client/errors";
import { BASE } from "./base";

export type Schemas = import("../api-types").components["schemas"];

/** A refusal of the server, or a missing answer. */
export class Problem extends Error {
  code: string;

  /** @param status 0 if there was no answer */
  constructor(
    readonly status: number,
    readonly body: {
      code: string;
      title: string;
      detail: string;
      rule?: string | null;
      facts?: Record<string, unknown>;
      remedy?: string | null;
    },
  ) {
    super(body.detail || body.title);
    this.code = body.code;
  }

  /** The message and the remedy, for the player. */
  get advice() {
    return [this.message, this.body.remedy].filter(Boolean).join(" ");
  }
}

/** How long an answer may take, in seconds. */
const PATIENCE = 20;
/** How long a change without an answer is sent again with its key, in seconds. */
const INSISTENCE = 8;
/** How many answers are remembered. */
const KEPT = 100;
/** Reads with the same answer for every seat of a session. They have no parameter `seat`. */
const EVERYBODYS = /^\/(events|forks|refusals)\b/;
/** The read of one event, which needs the exact bytes for the hash. */
const EVENT = /^\/events\/\d+$/;
/** The version in an address. */
const AT = /([?&]at=|\/events\/)(\d+)/;
/** The signal of a request that is never cancelled. */
const NEVER = new AbortController().signal;

/** Makes the request for an address. */
type Ask = (address: string) => Promise<any>;

/**
 * The conditions of a change. With `key`, it is made only once. With `seen`, it is refused if the session has a newer version. With
 * `question`, it is refused if the question is closed.
 */
export type Change = Pick<Asking, "key" | "seen" | "question">;

export class Api {
  /** The seat of the requests, if the token holds several. */
  seat: string | null = null;
  /** The versions that were made by this page. */
  made: Set<number> = new Set();
  /** The newest answers that never change, by address. */
  kept: Map<string, Promise<any>> = new Map();
  /** Is called with the problem when the server no longer accepts the token. */
  shutOut: (problem: Problem) => void = () => {};
  /** The addresses requested since this map was last cleared, each with the function that requests it. */
  recent: Map<string, Ask> = new Map();

  /** @param token the token; null for a reader without a seat */
  constructor(
    readonly session: string,
    readonly token: string | null,
  ) {}

  /**
   * Read a part of the session.
   * @param path the path after the session's address, such as `/network`
   * @param as a fragment that identifies the remembered answer, if the answer depends on more than the address
   * @returns the body of the answer, of the type in the OpenAPI document
   */
  async read(
    path: string,
    query: Record<string, string | number | null | undefined> = {},
    signal?: AbortSignal,
    as: string = "",
  ): Promise<any> {
    if (EVENT.test(path)) return JSON.parse(await this.source(path, signal));
    const address = this.address(path, query) + as;
    const isFixed = as !== "" || typeof query.at === "number" || /^\/events\/\d+/.test(path);
    return isFixed ? unless(signal, this.once(address)) : this.get(address, signal);
  }

  /**
   * Read the exact text of an event, which its hash is computed from.
   * @param path such as `/events/5`
   */
  source(path: string, signal?: AbortSignal): Promise<string> {
    const ask = async (address: string) => new TextDecoder().decode((await this.ask("GET", address)).body);
    return unless(signal, this.once(this.address(path), ask));
  }

  /** Request an answer that never changes (RFC 8246). Several panels that need it share one request. */
  once(address: string, ask: Ask = (address) => this.get(address)): Promise<any> {
    const answer = this.kept.get(address) ?? ask(address);
    this.recent.set(address, ask);
    this.kept.delete(address);
    this.kept.set(address, answer);
    answer.catch(() => this.kept.delete(address));
    for (const oldest of this.kept.keys()) if (this.kept.size > KEPT) this.kept.delete(oldest);
    return answer;
  }

  /**
   * Make the requests of the next step in advance: repeat the recent requests about a version, and about the one before, for the versions
   * one step further.
   * @param way 1 for a step forward, -1 for a step back
   */
  prepare(version: number, way: number) {
    for (const [address, ask] of [...this.recent]) {
      const at = Number(AT.exec(address)?.[2]);
      if ((at !== version && at !== version - 1) || at + way < 1) continue;
      const next = address.replace(AT, (_, name) => `${name}${at + way}`);
      this.once(next, ask).catch(() => {});
    }
  }

  /** Remember an answer at a version, so that it needs no request. */
  knows(path: string, query: { at: number }, answer: unknown) {
    this.kept.set(this.address(path, query), Promise.resolve(answer));
  }

  /** Read an address that does not belong to the session, such as `/v1/rulesets/verge`. */
  async get(address: string, signal?: AbortSignal): Promise<any> {
    return (await this.ask("GET", address, {}, signal)).value;
  }

  /**
   * Read a picture of the session at a version, as an element in a separate document. All callers share it, so they must not change it.
   * @param path such as `/network.svg`
   */
  picture(path: string, query: Record<string, string | number | null | undefined>, signal: AbortSignal): Promise<Element> {
    const ask = (address: string) => this.drawn(address);
    return unless(signal, this.once(this.address(path, query), ask));
  }

  /**
   * Request a picture.
   * @param address the address of the picture
   * @param move a move whose changes are drawn into the picture
   */
  drawn(address: string, signal?: AbortSignal, move: Record<string, unknown> | null = null): Promise<Element> {
    // XMLHttpRequest returns a document. Trusted Types do not allow this page to parse a text into one.
    const request = new XMLHttpRequest();
    request.open(move ? "POST" : "GET", BASE + address);
    request.responseType = "document";
    request.timeout = PATIENCE * 1000;
    if (this.token) request.setRequestHeader("Authorization", `Bearer ${this.token}`);
    if (move) request.setRequestHeader("Content-Type", "application/json");
    signal?.addEventListener("abort", () => request.abort());
    return new Promise((resolve, reject) => {
      request.onload = () => {
        const root = request.responseXML?.documentElement;
        // The page's own style sheet has these rules, too. The page allows no styles inside a document.
        for (const style of root?.querySelectorAll("style") ?? []) style.remove();
        if (request.status === 200 && root) resolve(root);
        else reject(new Problem(request.status, { code: "no_picture", title: "", detail: "There is no picture." }));
      };
      request.onerror = request.ontimeout = () => reject(unreachable());
      request.onabort = () => reject(new DOMException("no longer wanted", "AbortError"));
      request.send(move && JSON.stringify(move));
    });
  }

  /**
   * Send a change. If no answer comes, it is sent again with the same key.
   * @param address such as `/v1/sessions/…/moves`
   */
  async post(address: string, body: unknown, change: Change = {}): Promise<any> {
    return (await this.ask("POST", address, { body, ...change })).value;
  }

  /**
   * Make a move of the seat, or preview it with `dryRun`.
   * @returns the event, or the preview
   */
  async move(move: Record<string, unknown>, { dryRun = false, ...change }: Change & { dryRun?: boolean } = {}): Promise<any> {
    const answer = await this.post(this.address("/moves", dryRun ? { dry_run: "true" } : {}), move, change);
    if (!dryRun) this.made.add(answer.version);
    return answer;
  }

  /**
   * Read the lines of a stream of events: a line for each event, and an empty line for each sign of life.
   * @param query the version to begin after, whether to wait for new events at the end of the log, and the presence to show
   */
  async *lines(query: { after: number; follow: string; presence?: string | null }, signal: AbortSignal): AsyncGenerator<string> {
    try {
      yield* this.#connection(signal).lines(this.address("/events", query), {});
    } catch (error) {
      throw this.#told(error);
    }
  }

  /** The address of a part of the session. */
  address(path: string, query: Record<string, string | number | null | undefined> = {}) {
    const given = Object.entries({ ...(this.seat && !EVERYBODYS.test(path) ? { seat: this.seat } : {}), ...query });
    const asked = new URLSearchParams();
    for (const [name, value] of given) if (value !== null && value !== undefined) asked.set(name, String(value));
    return `/v1/sessions/${this.session}${path}${asked.size ? `?${asked}` : ""}`;
  }

  /** Make a request and return its whole answer. */
  async ask(method: string, address: string, asking: Asking = {}, signal?: AbortSignal) {
    try {
      return await this.#connection(signal, method === "GET" ? 0 : INSISTENCE).get(method, address, asking);
    } catch (error) {
      throw this.#told(error);
    }
  }

  #connection(signal = NEVER, retrySeconds = 0) {
    const manner = { retrySeconds, timeoutSeconds: PATIENCE, fetch: fetch.bind(globalThis), log: () => {}, signal };
    return new Connection(location.origin + BASE, this.token, manner);
  }

  /** Turn an error of the client into a `Problem` of the page. */
  #told(error: unknown) {
    if (error instanceof Unreachable) return unreachable();
    if (!(error instanceof Refusal)) return error;
    const problem = new Problem(error.status, told(error));
    if (error.status === 401 && this.token) this.shutOut(problem);
    return problem;
  }
}

/** Wait for an answer until the signal cancels the wait. The request goes on for other callers. */
function unless(signal: AbortSignal | undefined, answer: Promise<any>): Promise<any> {
  if (!signal) return answer;
  signal.throwIfAborted();
  const given = new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
  return Promise.race([answer, given]);
}

/** Reword the problems of requests for players, because the server's words for these are for programs. */
export function told({ body, retryAfter }: Refusal): Problem["body"] {
  if (body.code === "invalid_token") return { ...body, detail: "Your token has ended or was revoked.", remedy: "" };
  if (body.code !== "rate_limited") return body;
  return { ...body, detail: `The page has sent too many requests in a short time. Try again in ${retryAfter} seconds.`, remedy: "" };
}

const unreachable = () =>
  new Problem(0, { code: "unreachable", title: "No answer", detail: "The server cannot be reached. The page tries again." });
