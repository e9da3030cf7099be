// The API: every request that the page makes, through the official client. A refusal of the server is a Problem (RFC 9457).

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

  /** The problem and its remedy. */
  get advice() {
    return [this.message, this.body.remedy].filter(Boolean).join(" ");
  }
}

/** How long an answer may take, in seconds. */
const PATIENCE = 20;
/** How long a change is sent again with its key while no answer comes, in seconds. */
const INSISTENCE = 8;
/** How many answers are remembered. */
const KEPT = 100;
/** Reads with the same answer for every seat of a session: these take no seat. */
const EVERYBODYS = /^\/(events|forks|refusals)\b/;
/** The read of one event, whose bytes count. */
const EVENT = /^\/events\/\d+$/;
/** The version in an address. */
const AT = /([?&]at=|\/events\/)(\d+)/;
/** The signal of a request that nobody takes back. */
const NEVER = new AbortController().signal;

/** The request for an address. */
type Ask = (address: string) => Promise<any>;

/** A change: `key` makes it once, `seen` only while nothing else has happened, `question` only while it is asked. */
export type Change = Pick<Asking, "key" | "seen" | "question">;

export class Api {
  /** The seat to ask as, where a token holds several. */
  seat: string | null = null;
  /** The versions that were made from here. */
  made: Set<number> = new Set();
  /** The last answers that never change, by their addresses. */
  kept: Map<string, Promise<any>> = new Map();
  /** Called with the answer that the token opens nothing any more. */
  shutOut: (problem: Problem) => void = () => {};
  /** The addresses that were requested since this was emptied, and how. */
  recent: Map<string, Ask> = new Map();

  /** @param token null asks as somebody without a seat */
  constructor(
    readonly session: string,
    readonly token: string | null,
  ) {}

  /**
   * A read of the session, by its path below it, such as `/network`.
   * @param as a fragment that names the remembered answer, if it depends on more than its address
   * @returns the answer's body, of the type that the API's document names
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
   * An event as it was sent, letter by letter, to compute its hash.
   * @param path such as `/events/5`
   */
  source(path: string, signal?: AbortSignal): Promise<string> {
    const ask = async (address: string) => new TextDecoder().decode((await this.ask("GET", address)).body);
    return unless(signal, this.once(this.address(path), ask));
  }

  /** A read at a version, which never changes (RFC 8246): panels that want the same ask once. */
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
   * Prepare the requests of a step on from a version, or back: repeat the recent ones for this version and for the one before.
   * @param way 1 or -1
   */
  prepare(version: number, way: number) {
    for (const [address, ask] of [...this.recent]) {
      const at = Number(AT.exec(address)?.[2]);
      if ((at !== version && at !== version - 1) || at + way < 1) continue;
      const next = address.replace(AT, (_, name) => `${name}${at + way}`);
      this.once(next, ask).catch(() => {});
    }
  }

  /** A known answer of a version needs no request. */
  knows(path: string, query: { at: number }, answer: unknown) {
    this.kept.set(this.address(path, query), Promise.resolve(answer));
  }

  /** A read that is not of a session, such as `/v1/rulesets/verge`. */
  async get(address: string, signal?: AbortSignal): Promise<any> {
    return (await this.ask("GET", address, {}, signal)).value;
  }

  /**
   * A picture of the session at a version, as an element in a separate document. All callers share it, so nobody changes it.
   * @param path such as `/network.svg`
   */
  picture(path: string, query: Record<string, string | number | null | undefined>, signal: AbortSignal): Promise<Element> {
    const ask = (address: string) => this.drawn(address);
    return unless(signal, this.once(this.address(path, query), ask));
  }

  /**
   * @param address of a picture
   * @param move that is drawn into it
   */
  drawn(address: string, signal?: AbortSignal, move: Record<string, unknown> | null = null): Promise<Element> {
    // An XMLHttpRequest gives a document; to make one of text is not allowed to this page (Trusted Types).
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
        // The page has these rules too, and takes them only from a file.
        for (const style of root?.querySelectorAll("style") ?? []) style.remove();
        if (request.status === 200 && root) resolve(root);
        else reject(new Problem(request.status, { code: "no_picture", title: "", detail: "There is no picture of this." }));
      };
      request.onerror = request.ontimeout = () => reject(unreachable());
      request.onabort = () => reject(new DOMException("no longer wanted", "AbortError"));
      request.send(move && JSON.stringify(move));
    });
  }

  /**
   * A request that changes something. It is sent again with its key while no answer comes.
   * @param address such as `/v1/sessions/…/moves`
   */
  async post(address: string, body: unknown, change: Change = {}): Promise<any> {
    return (await this.ask("POST", address, { body, ...change })).value;
  }

  /**
   * A move of the seat.
   * @returns the event, or the preview of it with `dryRun`
   */
  async move(move: Record<string, unknown>, { dryRun = false, ...change }: Change & { dryRun?: boolean } = {}): Promise<any> {
    const answer = await this.post(this.address("/moves", dryRun ? { dry_run: "true" } : {}), move, change);
    if (!dryRun) this.made.add(answer.version);
    return answer;
  }

  /**
   * The lines of one connection, byte for byte: one for each event, and an empty one for each sign of life.
   * @param query whether it goes on at the head of the log, and the presence to show
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

  /** A whole answer. */
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

  /** An error in the page's words. */
  #told(error: unknown) {
    if (error instanceof Unreachable) return unreachable();
    if (!(error instanceof Refusal)) return error;
    const problem = new Problem(error.status, told(error));
    if (error.status === 401 && this.token) this.shutOut(problem);
    return problem;
  }
}

/** An answer, unless the caller does not want it any more. Other callers still get it. */
function unless(signal: AbortSignal | undefined, answer: Promise<any>): Promise<any> {
  if (!signal) return answer;
  signal.throwIfAborted();
  const given = new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
  return Promise.race([answer, given]);
}

/** A problem in a player's words: the server's words are for programs if a request was wrong, and not a move. */
export function told({ body, retryAfter }: Refusal): Problem["body"] {
  if (body.code === "invalid_token") return { ...body, detail: "Your token has ended or was revoked.", remedy: "" };
  if (body.code !== "rate_limited") return body;
  return { ...body, detail: `The page has sent too many requests in a short time. Try again in ${retryAfter} seconds.`, remedy: "" };
}

const unreachable = () =>
  new Problem(0, { code: "unreachable", title: "No answer", detail: "The server cannot be reached. The page tries again." });
