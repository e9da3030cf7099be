/**
 * @typedef {{gm: string, players?: string[], observers?: string[], ruleset?: string, houseRules?: Record<string, string | number>, via?: string}} Table
 * @typedef {{token?: string | null, retrySeconds?: number, timeoutSeconds?: number, fetch?: typeof fetch, log?: (line: string) => void}} Settings
 */
/**
 * A server. `token` is a seat's token or an app's key. Without one, sessions are started and joined. `log` gets a line for each request,
 * without tokens.
 */
export class Verger extends ServerOperations {
    /**
     * @param {string} [base] the server's address, also with a path. Default: the address that the page came from
     * @param {Settings} [settings]
     */
    constructor(base?: string, settings?: Settings);
    /** End whatever is under way; what follows anything ends. */
    close(): void;
    /**
     * Start a session and take its GM's seat; an app takes none. `invitations` has the other seats' codes.
     * @param {string} title
     * @param {Table} table
     * @returns {Promise<Session>}
     */
    start(title: string, { gm, players, observers, ruleset, houseRules, via }: Table): Promise<Session>;
    /**
     * Take a seat, by its claim code or by the link that has it.
     * @param {string} code
     * @param {{name?: string, via?: string}} [as]
     * @returns {Promise<Session>}
     */
    claim(code: string, as?: {
        name?: string;
        via?: string;
    }): Promise<Session>;
    /**
     * A session that the token is for, or that anyone may look on. The id `-` stands for all sessions of the token, for their webhooks.
     * @param {string} id
     * @param {string | null} [seat]
     */
    session(id: string, seat?: string | null): Session;
    /**
     * The sessions that the token sits in, may read, or has started.
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
     * The tables of the lobby, the newest first. `ruleset` and `language` leave out others.
     * @param {{ruleset?: string, language?: string}} [only]
     * @returns {AsyncGenerator<import("./answers.js").OpenTableView, void, void>}
     */
    tables(only?: {
        ruleset?: string;
        language?: string;
    }): AsyncGenerator<import("./answers.js").OpenTableView, void, void>;
    /**
     * Every event of all those sessions after a place, for ever; `now` is where the feed ends now.
     * @param {string} [after]
     * @returns {AsyncGenerator<import("./answers.js").FeedItem, void, void>}
     */
    feed(after?: string): AsyncGenerator<import("./answers.js").FeedItem, void, void>;
    /**
     * Each moment at which play waits for a seat of the token and it can answer, at all its tables, for ever: one feed tells of all of
     * them. A `Reset` is none here: every table is looked at anew.
     * @returns {AsyncGenerator<Turn, void, void>}
     */
    turns(): AsyncGenerator<Turn, void, void>;
    /**
     * Any request, with the whole answer: `request("GET", "/v1/rulesets")`.
     * @param {string} method
     * @param {string} path
     * @param {import("./connection.js").Asking} [asking]
     */
    request(method: string, path: string, asking?: import("./connection.js").Asking): Promise<Response>;
    /**
     * The same server with other times for its requests. It is closed together with this one.
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
