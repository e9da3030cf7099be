/**
 * Yield every event of a session or of the feed after a place, without end. If a connection breaks, the client connects again, after pauses
 * that grow up to a limit. Throws `Reset` if the server no longer has the place, and `Problem` if the token may no longer read.
 * @template T
 * @param {import("./connection.js").Connection} connection
 * @param {string} path
 * @param {(item: T) => string | number} place
 * @param {string | number | undefined} after
 * @returns {AsyncGenerator<T, void, void>}
 */
export function follow<T>(connection: import("./connection.js").Connection, path: string, place: (item: T) => string | number, after: string | number | undefined): AsyncGenerator<T, void, void>;
