/** One game and its log, seen from a seat, or by whoever may look on. */
export class Session {
    /**
     * @param {Connection} connection
     * @param {string} id
     * @param {Sitting} [sitting]
     */
    constructor(connection: Connection, id: string, { seat, token, seats }?: Sitting);
    id: string;
    /** The seat that acts; none for who only looks on. */
    seat: string | null;
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
    /** The table and the play as they are now. @returns {Promise<import("./answers.js").StateView>} */
    state(): Promise<import("./answers.js").StateView>;
    /** The moves that are open to the seat now, each as a form. */
    options(): Promise<import("./forms.js").Form[]>;
    /**
     * Any read of the session, by its path below it: `read("/network", { at: 41 })`.
     * @param {string} [path]
     * @param {Query} [query]
     * @returns {Promise<any>}
     */
    read(path?: string, query?: Query): Promise<any>;
    /** An event of the log. @param {number} version @returns {Promise<EventView>} */
    event(version: number): Promise<EventView>;
    /** Why an event was ruled as it was. @param {number} version @returns {Promise<import("./answers.js").RulingView>} */
    ruling(version: number): Promise<import("./answers.js").RulingView>;
    /**
     * What has happened after a version; `type` and `seat` leave the rest out.
     * @param {number} [after]
     * @param {{type?: string, seat?: string}} [only]
     * @returns {AsyncGenerator<EventView, void, void>}
     */
    events(after?: number, only?: {
        type?: string;
        seat?: string;
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
    /**
     * A further seat, with its claim code.
     * @param {string} name
     * @param {string} [kind]
     * @returns {Promise<import("./answers.js").SeatOfferedView>}
     */
    addSeat(name: string, kind?: string): Promise<import("./answers.js").SeatOfferedView>;
    /**
     * A fresh claim code for a seat that nobody holds.
     * @param {string} seat
     * @returns {Promise<import("./answers.js").ClaimCodeView>}
     */
    invite(seat: string): Promise<import("./answers.js").ClaimCodeView>;
    /**
     * A code by which another device of one's own takes the seat too.
     * @returns {Promise<import("./answers.js").DeviceCodeView>}
     */
    deviceCode(): Promise<import("./answers.js").DeviceCodeView>;
    /** A link to the server's own page, by which a person takes the seat of a claim code. @param {string} code */
    link(code: string): string;
    /**
     * A further token for one's own seats: `seats`, `scopes`, `expires_in` and `via` limit and name it.
     * @param {string} label
     * @param {{seats?: string[], scopes?: string[], expires_in?: number, via?: string}} [more]
     * @returns {Promise<import("./answers.js").IssuedView>}
     */
    issueToken(label: string, more?: {
        seats?: string[];
        scopes?: string[];
        expires_in?: number;
        via?: string;
    }): Promise<import("./answers.js").IssuedView>;
    /** End a token. @param {string} id */
    revokeToken(id: string): Promise<void>;
    /**
     * Have an address told of events, of these `types` or of all; its `secret` is shown once. `form` is a chat's, such as `ntfy`; with
     * `awaits_me` it is told when the seat is asked for something new; with a `digest` it gathers for so many seconds.
     * @param {string} url
     * @param {string} description
     * @param {Told} [more]
     * @returns {Promise<import("./answers.js").RegisteredWebhookView>}
     */
    addWebhook(url: string, description: string, more?: Told): Promise<import("./answers.js").RegisteredWebhookView>;
    /** The table's place in the lobby, and who asks for a seat, for whoever hands these out. */
    listing(): Listing;
    /**
     * A session of one's own that goes on from a version, or from now.
     * @param {number} [version]
     * @param {string} [title]
     * @returns {Promise<Session>}
     */
    fork(version?: number, title?: string): Promise<Session>;
    /**
     * The archive of the log, byte for byte.
     * @param {number} [at]
     * @returns {Promise<Uint8Array>}
     */
    export(at?: number): Promise<Uint8Array>;
    #private;
}
export type EventView = import("./answers.js").EventView;
export type Connection = import("./connection.js").Connection;
export type Query = import("./connection.js").Query;
export type Move = import("./forms.js").Move;
export type Told = {
    types?: string[];
    form?: string;
    awaits_me?: boolean;
    digest?: number;
};
export type Sitting = {
    seat?: string | null;
    token?: string | null;
    seats?: import("./answers.js").OfferedSeat[];
};
import { Moment } from "./moment.js";
import { Turn } from "./moment.js";
import { Listing } from "./lobby.js";
