/**
 * @typedef {import("./answers.js").EventView} EventView
 * @typedef {import("./connection.js").Connection} Connection
 * @typedef {import("./forms.js").Move} Move
 * @typedef {import("./views.js").View} View
 * @typedef {{seat?: string | null, token?: string | null, seats?: import("./answers.js").OfferedSeat[]}} Sitting
 */
/** One game and its log, as a seat or an onlooker sees them. */
export class Session extends SessionOperations {
    /**
     * @param {Connection} connection
     * @param {string} id
     * @param {Sitting} [sitting]
     */
    constructor(connection: Connection, id: string, { seat, token, seats }?: Sitting);
    /** The token that came with the seat; null if there is none. Keep it, because the server shows it only once. */
    get token(): string | null;
    /** The claim codes of the other seats, by seat name. Give each code to one person. */
    get invitations(): Map<string, string>;
    /**
     * Read the newest moment of the session, at version `atLeast` or a newer one.
     * @param {number} [atLeast]
     * @returns {Promise<Moment>}
     */
    now(atLeast?: number): Promise<Moment>;
    /** The moves that the seat can make now, each as a form. */
    options(): Promise<import("./forms.js").Form[]>;
    /**
     * Make any request about the session, and return the whole answer: `request("GET", "/story", { accept: "text/markdown" })`.
     * @param {string} method
     * @param {string} [path]
     * @param {import("./connection.js").Asking} [asking]
     */
    request(method: string, path?: string, asking?: import("./connection.js").Asking): Promise<Response>;
    /**
     * Return the same session with other time limits for its requests.
     * @param {import("./connection.js").Times} times
     */
    withOptions(times: import("./connection.js").Times): Session;
    /**
     * Yield the events after a version. With `order: "newest"`, yield all events, the newest first. `type` and `seat` select events.
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
     * Yield each event after a version when it happens, without end. Throws `Reset` if the log has lost its newest events.
     * @param {number} [after]
     * @returns {AsyncGenerator<EventView, void, void>}
     */
    follow(after?: number): AsyncGenerator<EventView, void, void>;
    /**
     * Yield the session as it is now, and again after each change, without end. A slow reader skips to the newest moment.
     * @returns {AsyncGenerator<Moment, void, void>}
     */
    live(): AsyncGenerator<Moment, void, void>;
    /**
     * Read the banks, the network, the sheets and the map at a version, or now.
     * @param {number} [at]
     * @returns {Promise<View>}
     */
    view(at?: number): Promise<View>;
    /**
     * Yield the view now, and the view after each event when it happens, without end. The client computes the views from the events. It
     * requests a view only if it must: after a redaction, after an effect that this client does not know, or after a rewind far back.
     * @returns {AsyncGenerator<View, void, void>}
     */
    views(): AsyncGenerator<View, void, void>;
    /**
     * Yield each moment when play waits for the seat and the seat can move, until the game is over.
     * @returns {AsyncGenerator<Turn, void, void>}
     */
    turns(): AsyncGenerator<Turn, void, void>;
    /**
     * Make a move: `move("add_limit", { kind: "line", text: "spiders" })`, or a move from a form. Requests with the same `key` make the move
     * once. If `seen` is a version and the session has a newer one, `Stale` is thrown. If `question` is an id and the seat is no longer asked
     * this question, `QuestionClosed` is thrown. If a rule does not allow the move, `Refused` is thrown. In all three cases, no move is made.
     * @param {string | Move} move
     * @param {Record<string, unknown>} [fields]
     * @param {{key?: string, seen?: number | string, question?: string}} [how]
     * @returns {Promise<EventView>}
     */
    move(move: string | Move, fields?: Record<string, unknown>, how?: {
        key?: string;
        seen?: number | string;
        question?: string;
    }): Promise<EventView>;
    /**
     * Return the result of a move without making it, or null if the result depends on dice.
     * @param {string | Move} move
     * @param {Record<string, unknown>} [fields]
     * @returns {Promise<import("./answers.js").AllowedView | null>}
     */
    tryMove(move: string | Move, fields?: Record<string, unknown>): Promise<import("./answers.js").AllowedView | null>;
    /**
     * Make the move that `choose` returns for the newest moment. If others move first, call `choose` again. If it returns null, no move is made.
     * @param {(moment: Moment) => Promise<Move | null> | Move | null} choose
     * @returns {Promise<EventView | null>}
     */
    insist(choose: (moment: Moment) => Promise<Move | null> | Move | null): Promise<EventView | null>;
    /** The link to the server's page that lets a player take the seat of a claim code. @param {string} code */
    link(code: string): string;
    /**
     * Start a session that continues from a version, or from now.
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
export type View = import("./views.js").View;
export type Sitting = {
    seat?: string | null;
    token?: string | null;
    seats?: import("./answers.js").OfferedSeat[];
};
import { SessionOperations } from "./operations.js";
import { Moment } from "./moment.js";
import { Turn } from "./moment.js";
