/**
 * The seconds that an answer asks the client to wait; null if it names none. `Retry-After` has seconds or a date. A date is compared with
 * the `Date` of the answer, so a wrong clock of this machine does not matter.
 * @param {Response} answer
 */
export function retryAfter({ headers }: Response): number | null;
/**
 * Read JSON as a value. Throws `Fault` if it is cut off.
 * @param {string} text
 * @returns {any}
 */
export function parsed(text: string): any;
/**
 * The error for an unsuccessful answer. Throws `Fault` if its JSON is cut off.
 * @param {Response} answer
 * @returns {Promise<Problem>}
 */
export function problemOf(answer: Response): Promise<Problem>;
/**
 * The error with the place to follow after, if a problem says that the log has lost its newest events; null for other problems.
 * @param {Problem} problem
 */
export function resetOf({ code, body }: Problem): Reset | null;
/** @typedef {import("./answers.js").ProblemBody} ProblemBody */
/** Any error of this client. */
export class VergerError extends Error {
    /** @param {string} sentence */
    constructor(sentence: string);
}
/** The server refuses a request. `code` has the reason for programs. */
export class Problem extends VergerError {
    /**
     * @param {ProblemBody} body
     * @param {number | null} [retryAfter] the seconds to wait before the next request, if the server names them
     */
    constructor(body: ProblemBody, retryAfter?: number | null);
    body: import("./answers.js").ProblemBody;
    retryAfter: number | null;
    /** The reason of the error, for programs. The meaning of a code never changes. */
    get code(): string;
    /** The HTTP status of the answer. Use it if your program does not know the code. */
    get status(): number;
}
/** The rules refuse a move. */
export class Refused extends Problem {
    /** The id of the rule. */
    get rule(): string;
}
/** The session has a newer version than the one that the move was chosen at. The move was not made. */
export class Stale extends Problem {
    /** The events after the version that the move was chosen at. */
    get events(): import("./answers.js").EventView[];
}
/** The seat is no longer asked the question that a move answers. The move was not made. */
export class QuestionClosed extends Problem {
}
/** There was no complete answer. The server may have carried out the request. */
export class Unreachable extends VergerError {
}
/** The server's answer is not an object. The request was carried out. A server with another major version can answer like this. */
export class Unreadable extends VergerError {
}
/** The client is closed. */
export class Closed extends VergerError {
}
/** The server no longer has the version to continue from. Read the state again, and follow after `after`. */
export class Reset extends VergerError {
    /** @param {number | string} after */
    constructor(after: number | string);
    after: string | number;
}
/** The view at a version cannot be computed from the events: read the state at this version. */
export class NeedsState extends VergerError {
    /**
     * @param {number} version
     * @param {string} reason
     */
    constructor(version: number, reason: string);
    version: number;
}
/** Turns belong to one seat, and the program has named none. */
export class NoSeat extends VergerError {
    /** @param {string[]} seats */
    constructor(seats: string[]);
}
/** A form cannot be filled in with the given values. */
export class FormError extends VergerError {
}
/** The check of a webhook's delivery or of an archive has failed. */
export class NotVerified extends VergerError {
}
/** An answer has a wrong form: its body is cut off, or the answer comes from another program. */
export class Fault extends Error {
}
export type ProblemBody = import("./answers.js").ProblemBody;
