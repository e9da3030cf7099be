/**
 * The seconds after which an answer wants to be asked again, or null. `Retry-After` has seconds or a date. The date counts from the `Date`
 * of the answer, so that a wrong clock here does not matter.
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
 * The error for an answer that is no success. Throws `Fault` if its JSON is cut off.
 * @param {Response} answer
 * @returns {Promise<Problem>}
 */
export function problemOf(answer: Response): Promise<Problem>;
/**
 * Where to go on after, if a problem says that what was followed has gone back.
 * @param {Problem} problem
 */
export function resetOf({ code, body }: Problem): Reset | null;
/** @typedef {import("./answers.js").ProblemBody} ProblemBody */
/** Anything that this client throws of itself. */
export class VergerError extends Error {
    /** @param {string} sentence */
    constructor(sentence: string);
}
/** The server says no: `code` says why, for programs. */
export class Problem extends VergerError {
    /**
     * @param {ProblemBody} body
     * @param {number | null} [retryAfter] the seconds after which the server wants to be asked again, if it does
     */
    constructor(body: ProblemBody, retryAfter?: number | null);
    body: import("./answers.js").ProblemBody;
    retryAfter: number | null;
    /** What to tell errors apart by: it never changes its meaning. */
    get code(): string;
    /** The status of the answer; what to go by where the code is unknown. */
    get status(): number;
}
/** The rules refuse a move. */
export class Refused extends Problem {
    /** The id of the rule. */
    get rule(): string;
}
/** Play has gone on since the version that a move was drawn from; nothing was made. */
export class Stale extends Problem {
    /** What happened in between. */
    get events(): import("./answers.js").EventView[];
}
/** There was no whole answer. Whether a request that changes something was carried out is unknown. */
export class Unreachable extends VergerError {
}
/** What was followed does not go on from there: read anew, and go on after this place. */
export class Reset extends VergerError {
    /** @param {number | string} after */
    constructor(after: number | string);
    after: string | number;
}
/** Turns are of a seat, and it is not said of which. */
export class NoSeat extends VergerError {
    /** @param {string[]} seats */
    constructor(seats: string[]);
}
/** A form is filled in with what its move does not take. */
export class FormError extends VergerError {
}
/** What was to be verified is not what it says it is. */
export class NotVerified extends VergerError {
}
/** What is wrong with the form of an answer, and so no answer: its body is cut off, or it is not Verger's. */
export class Fault extends Error {
}
export type ProblemBody = import("./answers.js").ProblemBody;
