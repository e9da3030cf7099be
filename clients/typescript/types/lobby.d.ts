/** @typedef {import("./connection.js").Connection} Connection */
/** Tables that look for players, for whoever wants a seat. */
export class Lobby {
    /** @param {Connection} connection */
    constructor(connection: Connection);
    /**
     * The tables that are listed, the newest first; `ruleset` and `language` leave the rest out.
     * @param {{ruleset?: string, language?: string}} [only]
     * @returns {AsyncGenerator<import("./answers.js").OpenTableView, void, void>}
     */
    tables(only?: {
        ruleset?: string;
        language?: string;
    }): AsyncGenerator<import("./answers.js").OpenTableView, void, void>;
    /**
     * Ask for a seat. Whoever has no token gets one with the answer, which has the seat once one is let in.
     * @param {string} table
     * @param {string} name
     * @param {string} [note]
     * @returns {Promise<import("./answers.js").AskedView>}
     */
    ask(table: string, name: string, note?: string): Promise<import("./answers.js").AskedView>;
    /**
     * What the token has asked for, and what came of it.
     * @returns {Promise<readonly import("./answers.js").AskView[]>}
     */
    asks(): Promise<readonly import("./answers.js").AskView[]>;
    /** Ask for a seat no more. @param {string} ask */
    withdraw(ask: string): Promise<void>;
    #private;
}
/** A table's place in the lobby, for whoever hands out its seats. */
export class Listing {
    /**
     * @param {Connection} connection
     * @param {string} session
     * @param {string | null} seat
     */
    constructor(connection: Connection, session: string, seat: string | null);
    /**
     * How the table is listed, and who asks for a seat.
     * @returns {Promise<import("./answers.js").LobbyView>}
     */
    see(): Promise<import("./answers.js").LobbyView>;
    /**
     * List the table for 30 days, or otherwise than it is.
     * @param {string} language
     * @param {{plays?: string, about?: string}} [more]
     */
    put(language: string, more?: {
        plays?: string;
        about?: string;
    }): Promise<void>;
    /** List the table no more. */
    takeOff(): Promise<void>;
    /**
     * Give whoever asks a seat, or the first that is free.
     * @param {string} ask
     * @param {string} [seat]
     * @returns {Promise<import("./answers.js").AskView>}
     */
    letIn(ask: string, seat?: string): Promise<import("./answers.js").AskView>;
    /** Let whoever asks not in. @param {string} ask */
    decline(ask: string): Promise<void>;
    #private;
}
export type Connection = import("./connection.js").Connection;
