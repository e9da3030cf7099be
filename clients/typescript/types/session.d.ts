/**
 * @typedef {import("./answers.js").EventView} EventView
 * @typedef {import("./connection.js").Connection} Connection
 * @typedef {import("./forms.js").Move} Move
 * @typedef {{seat?: string | null, token?: string | null, seats?: import("./answers.js").OfferedSeat[]}} Sitting
 */
/** One game and its log, seen from a seat or by somebody who may look on. */
export class Session extends SessionOperations {
    /**
     * @param {Connection} connection
     * @param {string} id
     * @param {Sitting} [sitting]
     */
    constructor(connection: Connection, id: string, { seat, token, seats }?: Sitting);
    /** The token that came with the seat, to be kept: it is shown once. */
    get token(): string | null;
    /** The claim codes of the other seats, by their names: each for one person. */
    get invitations(): Map<string, string>;
    /**
     * The session as it is now, and no older than a version.
     * @param {number} [atLeast]
     * @returns {Promise<Moment>}
     */
    now(atLeast?: number): Promise<Moment>;
    /** The moves that are open to the seat now, each as a form. */
    options(): Promise<import("./forms.js").Form[]>;
    /**
     * Any request below the session's address, with the whole answer: `request("GET", "/story", { accept: "text/markdown" })`.
     * @param {string} method
     * @param {string} [path]
     * @param {import("./connection.js").Asking} [asking]
     */
    request(method: string, path?: string, asking?: import("./connection.js").Asking): Promise<Response>;
    /**
     * The same session with other times for its requests.
     * @param {import("./connection.js").Times} times
     */
    withOptions(times: import("./connection.js").Times): Session;
    /**
     * The events after a version, or with `order: "newest"` all from the newest on. `type` and `seat` leave out the others.
     * @param {number} [after]
     * @param {{type?: string, seat?: string, order?: string, before?: number, limit?: number}} [only]
     * @returns {AsyncGenerator<EventView, void, void>}
     */
    events(after?: number, { before, ...only }?: {
        type?: string;
        seat?: string;
        order?: string;
        before?: number;
        limit?: number;
    }): AsyncGenerator<EventView, void, void>;
    /**
     * Every event after a version, as it happens, for ever. Throws `Reset` if the log went back.
     * @param {number} [after]
     * @returns {AsyncGenerator<EventView, void, void>}
     */
    follow(after?: number): AsyncGenerator<EventView, void, void>;
    /**
     * The session as it is now, and again whenever it has changed, for ever. Who takes long over a moment gets the newest one next.
     * @returns {AsyncGenerator<Moment, void, void>}
     */
    live(): AsyncGenerator<Moment, void, void>;
    /**
     * Each moment at which play waits for the seat and it can answer, until the game is over.
     * @returns {AsyncGenerator<Turn, void, void>}
     */
    turns(): AsyncGenerator<Turn, void, void>;
    /**
     * Make a move: `move("add_limit", { kind: "line", text: "spiders" })`, or what a form gave. With the same `key` it is made once,
     * however often it is sent. With `seen`, a version, it is made only if nothing has happened since. Throws `Refused`, and then `Stale`.
     * @param {string | Move} move
     * @param {Record<string, unknown>} [fields]
     * @param {{key?: string, seen?: number | string}} [how]
     * @returns {Promise<EventView>}
     */
    move(move: string | Move, fields?: Record<string, unknown>, how?: {
        key?: string;
        seen?: number | string;
    }): Promise<EventView>;
    /**
     * What a move would come to, without making it; nothing, where that hangs on dice.
     * @param {string | Move} move
     * @param {Record<string, unknown>} [fields]
     * @returns {Promise<import("./answers.js").AllowedView | null>}
     */
    tryMove(move: string | Move, fields?: Record<string, unknown>): Promise<import("./answers.js").AllowedView | null>;
    /**
     * Make the move that `choose` draws from the newest moment; drawn anew while others are faster. Where it gives none, none is made.
     * @param {(moment: Moment) => Promise<Move | null> | Move | null} choose
     * @returns {Promise<EventView | null>}
     */
    insist(choose: (moment: Moment) => Promise<Move | null> | Move | null): Promise<EventView | null>;
    /** A link to the server's own page, by which a person takes the seat of a claim code. @param {string} code */
    link(code: string): string;
    /**
     * A session of one's own that goes on from a version, or from now.
     * @param {number} [version]
     * @param {string} [title]
     * @returns {Promise<Session>}
     */
    fork(version?: number, title?: string): Promise<Session>;
    #private;
}
export type EventView = import("./answers.js").EventView;
export type Connection = import("./connection.js").Connection;
export type Move = import("./forms.js").Move;
export type Sitting = {
    seat?: string | null;
    token?: string | null;
    seats?: import("./answers.js").OfferedSeat[];
};
import { SessionOperations } from "./operations.js";
import { Moment } from "./moment.js";
import { Turn } from "./moment.js";
