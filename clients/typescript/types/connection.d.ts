/** A server, and the token that it is asked with, which shows in no log of it. */
export class Connection {
    /**
     * @param {string} base
     * @param {string | null} token
     * @param {Manner} manner
     */
    constructor(base: string, token: string | null, manner: Manner);
    base: string;
    manner: Manner;
    /**
     * The same server, asked with another token; without one, with this one.
     * @param {string | null | undefined} token
     */
    withToken(token: string | null | undefined): Connection;
    /**
     * What a read answers.
     * @param {string} path
     * @param {Query} [query]
     * @returns {Promise<any>}
     */
    read(path: string, query?: Query): Promise<any>;
    /**
     * What a request that changes something answers.
     * @param {string} path
     * @param {unknown} [body]
     * @param {Asking} [asking]
     * @returns {Promise<any>}
     */
    post(path: string, body?: unknown, asking?: Asking): Promise<any>;
    /**
     * An answer that is a success. It is asked for again, with the same key, while there is none or it says when to ask
     * again: 429, 503, and a request that is still under way. Throws `Problem` and `Unreachable`.
     * @param {string} method
     * @param {string} path
     * @param {Asking} [asking]
     * @returns {Promise<Response>}
     */
    ask(method: string, path: string, { query, body, key, seen }?: Asking): Promise<Response>;
    /**
     * Lines as they come, for as long as they do: an empty one is a sign of life. Throws `Problem`, and what `fetch` throws.
     * @param {string} path
     * @param {Query} query
     * @returns {AsyncGenerator<string, void, void>}
     */
    lines(path: string, query: Query): AsyncGenerator<string, void, void>;
    #private;
}
export type Query = Record<string, string | number | boolean | null | undefined>;
export type Asking = {
    query?: Query;
    body?: unknown;
    key?: string;
    seen?: number | string;
};
export type Manner = {
    retrySeconds: number;
    timeoutSeconds: number;
    signal: AbortSignal;
    fetch: typeof fetch;
};
