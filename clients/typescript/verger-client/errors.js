// The errors that the client throws. Each has a message for people, and members for programs.

/** @typedef {import("./answers.js").ProblemBody} ProblemBody */

/** Any error of this client. */
export class VergerError extends Error {
  /** @param {string} sentence */
  constructor(sentence) {
    super(sentence);
    this.name = this.constructor.name;
  }
}

/** The server refuses a request. `code` has the reason for programs. */
export class Problem extends VergerError {
  /**
   * @param {ProblemBody} body
   * @param {number | null} [retryAfter] the seconds to wait before the next request, if the server names them
   */
  constructor(body, retryAfter = null) {
    super([body.detail, body.remedy, `(${body.code})`].filter(Boolean).join(" "));
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** The reason of the error, for programs. The meaning of a code never changes. */
  get code() {
    return this.body.code;
  }

  /** The HTTP status of the answer. Use it if your program does not know the code. */
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

/** The session has a newer version than the one that the move was chosen at. The move was not made. */
export class Stale extends Problem {
  /** The events after the version that the move was chosen at. */
  get events() {
    return this.body.events ?? [];
  }
}

/** The seat is no longer asked the question that a move answers. The move was not made. */
export class QuestionClosed extends Problem {}

/** There was no complete answer. The server may have carried out the request. */
export class Unreachable extends VergerError {}

/** The server's answer is not an object. The request was carried out. A server with another major version can answer like this. */
export class Unreadable extends VergerError {}

/** The client is closed. */
export class Closed extends VergerError {}

/** The server no longer has the version to continue from. Read the state again, and follow after `after`. */
export class Reset extends VergerError {
  /** @param {number | string} after */
  constructor(after) {
    super(`The log no longer has this place. Read the state again, then follow after ${after}.`);
    this.after = after;
  }
}

/** The view at a version cannot be computed from the events: read the state at this version. */
export class NeedsState extends VergerError {
  /**
   * @param {number} version
   * @param {string} reason
   */
  constructor(version, reason) {
    super(`Read the state at version ${version}: ${reason}.`);
    this.version = version;
  }
}

/** Turns belong to one seat, and the program has named none. */
export class NoSeat extends VergerError {
  /** @param {string[]} seats */
  constructor(seats) {
    super(`Turns belong to one seat${seats.length ? `. Name a seat of the token: ${seats.join(", ")}` : ", and the token has no seat"}.`);
  }
}

/** A form cannot be filled in with the given values. */
export class FormError extends VergerError {}

/** The check of a webhook's delivery or of an archive has failed. */
export class NotVerified extends VergerError {}

/** An answer has a wrong form: its body is cut off, or the answer comes from another program. */
export class Fault extends Error {}

/**
 * The seconds that an answer asks the client to wait; null if it names none. `Retry-After` has seconds or a date. A date is compared with
 * the `Date` of the answer, so a wrong clock of this machine does not matter.
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
 * The error for an unsuccessful answer. Throws `Fault` if its JSON is cut off.
 * @param {Response} answer
 * @returns {Promise<Problem>}
 */
export async function problemOf(answer) {
  const wait = retryAfter(answer);
  const text = await answer.text();
  const isJson = /\bjson\b/.test(answer.headers.get("Content-Type") ?? "");
  const body = isJson && text ? parsed(text) : null;
  const isProblem = typeof body?.code === "string" && typeof body.detail === "string" && typeof body.status === "number";
  if (!isProblem) return new Problem(foreign(answer), wait);
  if (body.code === "stale_version") return new Stale(body);
  if (body.code === "question_closed") return new QuestionClosed(body);
  return body.rule ? new Refused(body) : new Problem(body, wait);
}

/**
 * The error with the place to follow after, if a problem says that the log has lost its newest events; null for other problems.
 * @param {Problem} problem
 */
export function resetOf({ code, body }) {
  const place = code === "no_such_version" ? body.facts?.head : code === "feed_reset" ? body.facts?.feed_place : null;
  return typeof place === "number" || typeof place === "string" ? new Reset(place) : null;
}

/**
 * A problem for an answer of another program, such as a proxy's page.
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
