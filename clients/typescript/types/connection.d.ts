/** A server, and the token of the requests to it. No log of this object shows the token. */
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
     * Return a connection to the same server with another token. Without a new token, the connection has the present one.
     * @param {string | null | undefined} token
     */
    withToken(token: string | null | undefined): Connection;
    /**
     * Return a connection to the same server with other time limits.
     * @param {Times} times
     */
    withTimes(times: Times): Connection;
    /**
     * Make a request and return the object in its JSON answer. Throws `Unreadable` if the answer is no object.
     * @param {string} method
     * @param {string} path
     * @param {Asking} [asking]
     * @returns {Promise<any>}
     */
    json(method: string, path: string, asking?: Asking): Promise<any>;
    /**
     * Make a request and return the text of its answer.
     * @param {string} method
     * @param {string} path
     * @param {Asking} [asking]
     */
    text(method: string, path: string, asking?: Asking): Promise<string>;
    /**
     * Make a request and return the bytes of its answer.
     * @param {string} method
     * @param {string} path
     * @param {Asking} [asking]
     */
    bytes(method: string, path: string, asking?: Asking): Promise<Uint8Array<ArrayBuffer>>;
    /**
     * Make a request whose answer is empty.
     * @param {string} method
     * @param {string} path
     * @param {Asking} [asking]
     */
    nothing(method: string, path: string, asking?: Asking): Promise<void>;
    /**
     * Make a request and return its whole answer. It is sent again as described at `get`.
     * @param {string} method
     * @param {string} path
     * @param {Asking} [asking]
     * @returns {Promise<Response>}
     */
    ask(method: string, path: string, asking?: Asking): Promise<Response>;
    /**
     * Make a request and return its successful answer with the body. The client sends the request again, with the same key, in three cases:
     * there is no complete answer, its status is 408, 429, 502, 503 or 504, or it has a `Retry-After`. Throws `Problem` and `Unreachable`.
     * @param {string} method
     * @param {string} path
     * @param {Asking} [asking]
     * @returns {Promise<Answer>}
     */
    get(method: string, path: string, { query, body, key, seen, question, accept }?: Asking): Promise<Answer>;
    /**
     * Yield lines as they arrive, until the answer ends. An empty line is a keep-alive. Throws `Problem`, and the errors of `fetch`.
     * @param {string} path
     * @param {Query} query
     * @returns {AsyncGenerator<string, void, void>}
     */
    lines(path: string, query: Query): AsyncGenerator<string, void, void>;
    #private;
}
export type Query = Record<string, string | number | boolean | string[] | null | undefined>;
export type Asking = {
    query?: Query;
    body?: unknown;
    key?: string;
    seen?: number | string;
    question?: string;
    accept?: string;
};
/**
 * `value` is the decoded JSON
 */
export type Answer = {
    status: number;
    statusText: string;
    headers: Headers;
    body: ArrayBuffer;
    value: any;
};
export type Times = {
    retrySeconds?: number;
    timeoutSeconds?: number;
};
export type Manner = {
    retrySeconds: number;
    timeoutSeconds: number;
    signal: AbortSignal;
    fetch: typeof fetch;
    log: (line: string) => void;
};
