// What can go wrong. Each error says so in a sentence, and has what a program asks for.

/** @typedef {import("./answers.js").ProblemBody} ProblemBody */

/** Anything that this client throws of itself. */
export class VergerError extends Error {
  /** @param {string} sentence */
  constructor(sentence) {
    super(sentence);
    this.name = this.constructor.name;
  }
}

/** The server says no: `code` says why, for programs. */
export class Problem extends VergerError {
  /**
   * @param {ProblemBody} body
   * @param {number | null} [retryAfter] the seconds after which the server wants to be asked again, if it does
   */
  constructor(body, retryAfter = null) {
    super([body.detail, body.remedy, `(${body.code})`].filter(Boolean).join(" "));
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** What to tell errors apart by: it never changes its meaning. */
  get code() {
    return this.body.code;
  }

  /** The status of the answer; what to go by where the code is unknown. */
  get status() {
    return this.body.status;
  }
}

/** The rules refuse a move. */
export class Refused extends Problem {
  /** The id of the rule. */
  get rule() {
    return this.body.rule ?? "";
  }
}

/** Play has gone on since the version that a move was drawn from; nothing was made. */
export class Stale extends Problem {
  /** What happened in between. */
  get events() {
    return this.body.events ?? [];
  }
}

/** There was no whole answer. Whether a request that changes something was carried out is unknown. */
export class Unreachable extends VergerError {}

/** What was followed does not go on from there: read anew, and go on after this place. */
export class Reset extends VergerError {
  /** @param {number | string} after */
  constructor(after) {
    super(`The log does not go on from there: read anew, then go on after ${after}.`);
    this.after = after;
  }
}

/** Turns are of a seat, and it is not said of which. */
export class NoSeat extends VergerError {
  /** @param {string[]} seats */
  constructor(seats) {
    super(`Turns are of a seat, and ${seats.length ? `the token has ${seats.join(", ")}: name one` : "the token has none"}.`);
  }
}

/** A form is filled in with what its move does not take. */
export class FormError extends VergerError {}

/** What was to be verified is not what it says it is. */
export class NotVerified extends VergerError {}

/** What is wrong with the form of an answer, and so no answer: its body is cut off, or it is not Verger's. */
export class Fault extends Error {}

/**
 * The seconds after which an answer wants to be asked again, or null. `Retry-After` has seconds or a date. The date counts from the `Date`
 * of the answer, so that a wrong clock here does not matter.
 * @param {Response} answer
 */
export function retryAfter({ headers }) {
  const said = (headers.get("Retry-After") ?? "").trim();
  if (/^\d{1,9}(\.\d+)?$/.test(said)) return Number(said);
  const until = /[a-z]/i.test(said) ? Date.parse(said) : Number.NaN;
  if (Number.isNaN(until)) return null;
  return Math.max(0, until - (Date.parse(headers.get("Date") ?? "") || Date.now())) / 1000;
}

/**
 * Read JSON as a value. Throws `Fault` if it is cut off.
 * @param {string} text
 * @returns {any}
 */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault("it is cut off");
  }
}

/**
 * The error for an answer that is no success. Throws `Fault` if its JSON is cut off.
 * @param {Response} answer
 * @returns {Promise<Problem>}
 */
export async function problemOf(answer) {
  const wait = retryAfter(answer);
  const text = await answer.text();
  const isJson = /\bjson\b/.test(answer.headers.get("Content-Type") ?? "");
  const body = isJson && text ? parsed(text) : null;
  if (typeof body?.code !== "string") return new Problem(foreign(answer), wait);
  if (body.code === "stale_version") return new Stale(body);
  return body.rule ? new Refused(body) : new Problem(body, wait);
}

/**
 * Where to go on after, if a problem says that what was followed has gone back.
 * @param {Problem} problem
 */
export function resetOf({ code, body }) {
  const place = code === "no_such_version" ? body.facts?.head : code === "feed_reset" ? body.facts?.feed_place : null;
  return typeof place === "number" || typeof place === "string" ? new Reset(place) : null;
}

/**
 * What is not the server's own answer, such as a proxy's page.
 * @param {Response} answer
 * @returns {ProblemBody}
 */
const foreign = ({ status, statusText, url, headers }) => ({
  type: "about:blank",
  title: statusText,
  status,
  detail: `The answer is ${status} ${statusText}, and no problem of Verger.`,
  instance: URL.canParse?.(url) ? new URL(url).pathname : "",
  code: `status_${status}`,
  trace_id: headers.get("Trace-Id") ?? "",
});
