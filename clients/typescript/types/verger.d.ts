/** A server. `token` is a seat's token or an app's key; without one, sessions are started and joined. */
export class Verger {
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
     * A session that the token is for, or that anyone may look on.
     * @param {string} id
     * @param {string | null} [seat]
     */
    session(id: string, seat?: string | null): Session;
    /**
     * The sessions that the token sits in, may read, or has started.
     * @param {import("./connection.js").Query} [only]
     * @returns {AsyncGenerator<import("./answers.js").SessionView, void, void>}
     */
    sessions(only?: import("./connection.js").Query): AsyncGenerator<import("./answers.js").SessionView, void, void>;
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
     * Have an address told of events in all those sessions, of these `types` or of all; its `secret` is shown once. With a `digest` it
     * gathers for so many seconds; else as a session's.
     * @param {string} url
     * @param {string} description
     * @param {import("./session.js").Told} [more]
     * @returns {Promise<import("./answers.js").RegisteredWebhookView>}
     */
    addWebhook(url: string, description: string, more?: import("./session.js").Told): Promise<import("./answers.js").RegisteredWebhookView>;
    /**
     * The addresses that are told of them.
     * @returns {Promise<readonly import("./answers.js").WebhookView[]>}
     */
    webhooks(): Promise<readonly import("./answers.js").WebhookView[]>;
    /** Have an address told no more. @param {string} id */
    removeWebhook(id: string): Promise<void>;
    /** The tables that look for players. */
    lobby(): Lobby;
    /**
     * The app whose key this is, and what it has used.
     * @returns {Promise<import("./answers.js").AppView>}
     */
    app(): Promise<import("./answers.js").AppView>;
    /**
     * Put off the end of the token.
     * @returns {Promise<import("./answers.js").RenewedView>}
     */
    renew(): Promise<import("./answers.js").RenewedView>;
    /**
     * Any other read, as `read("/v1/rulesets/verge")`.
     * @param {string} path
     * @param {import("./connection.js").Query} [query]
     */
    read(path: string, query?: import("./connection.js").Query): Promise<any>;
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
};
import { Session } from "./session.js";
import { Turn } from "./moment.js";
import { Lobby } from "./lobby.js";
