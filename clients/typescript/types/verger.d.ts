/**
 * @typedef {{gm: string, players?: string[], observers?: string[], ruleset?: string, houseRules?: Record<string, string | number>, via?: string}} Table
 * @typedef {{token?: string | null, retrySeconds?: number, timeoutSeconds?: number, fetch?: typeof fetch, log?: (line: string) => void}} Settings
 */
/**
 * A server. `token` is a seat's token or an app's key. You can start and join sessions without a token. `log` gets a line for each
 * request, without tokens.
 */
export class Verger extends ServerOperations {
    /**
     * @param {string} [base] the server's address, which can have a path. Default: the address that the page came from
     * @param {Settings} [settings]
     */
    constructor(base?: string, settings?: Settings);
    /** End all requests with the error `Closed`. Loops that follow a session or the feed end without an error. */
    close(): void;
    /**
     * Start a session and take the GM's seat. An app takes no seat. `invitations` has the claim codes of the other seats.
     * @param {string} title
     * @param {Table} table
     * @returns {Promise<Session>}
     */
    start(title: string, { gm, players, observers, ruleset, houseRules, via }: Table): Promise<Session>;
    /**
     * Take a seat by its claim code, or by a link that contains the code.
     * @param {string} code
     * @param {{name?: string, via?: string}} [as]
     * @returns {Promise<Session>}
     */
    claim(code: string, as?: {
        name?: string;
        via?: string;
    }): Promise<Session>;
    /**
     * Return a session that the token can read, or that is open to onlookers. For webhooks, the id `-` stands for all sessions of the token.
     * @param {string} id
     * @param {string | null} [seat]
     */
    session(id: string, seat?: string | null): Session;
    /**
     * Yield the sessions that the token has a seat in, may read, or has started.
     * @param {{ruleset?: string, title?: string, awaited?: boolean, idle_since?: string, limit?: number}} [only]
     * @returns {AsyncGenerator<import("./answers.js").SessionView, void, void>}
     */
    sessions(only?: {
        ruleset?: string;
        title?: string;
        awaited?: boolean;
        idle_since?: string;
        limit?: number;
    }): AsyncGenerator<import("./answers.js").SessionView, void, void>;
    /**
     * Yield the tables of the lobby, the newest first. `ruleset` and `language` select tables.
     * @param {{ruleset?: string, language?: string}} [only]
     * @returns {AsyncGenerator<import("./answers.js").OpenTableView, void, void>}
     */
    tables(only?: {
        ruleset?: string;
        language?: string;
    }): AsyncGenerator<import("./answers.js").OpenTableView, void, void>;
    /**
     * Yield every event of the token's sessions after a place in the feed, without end. The place `now` is the current end of the feed.
     * @param {string} [after]
     * @returns {AsyncGenerator<import("./answers.js").FeedItem, void, void>}
     */
    feed(after?: string): AsyncGenerator<import("./answers.js").FeedItem, void, void>;
    /**
     * Yield each moment when play waits for a seat of the token and the seat can move, without end. One feed reports the events of all
     * sessions. After a `Reset`, the client reads every session again.
     * @returns {AsyncGenerator<Turn, void, void>}
     */
    turns(): AsyncGenerator<Turn, void, void>;
    /**
     * Make any request, and return the whole answer: `request("GET", "/v1/rulesets")`.
     * @param {string} method
     * @param {string} path
     * @param {import("./connection.js").Asking} [asking]
     */
    request(method: string, path: string, asking?: import("./connection.js").Asking): Promise<Response>;
    /**
     * Return the same server with other time limits for its requests. If you close one of the two, the other is closed, too.
     * @param {import("./connection.js").Times} times
     * @returns {Verger}
     */
    withOptions(times: import("./connection.js").Times): Verger;
    #private;
}
export type Table = {
    gm: string;
    players?: string[];
    observers?: string[];
    ruleset?: string;
    houseRules?: Record<string, string | number>;
    via?: string;
};
export type Settings = {
    token?: string | null;
    retrySeconds?: number;
    timeoutSeconds?: number;
    fetch?: typeof fetch;
    log?: (line: string) => void;
};
import { ServerOperations } from "./operations.js";
import { Session } from "./session.js";
import { Turn } from "./moment.js";
