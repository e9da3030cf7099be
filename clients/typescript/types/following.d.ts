/**
 * Every item after a place, for ever. Connections that break are made again, after pauses that grow up to a bound. Throws `Reset` where
 * nothing goes on after the place, and `Problem` where there is no more for this token.
 * @template T
 * @param {import("./connection.js").Connection} connection
 * @param {string} path
 * @param {(item: T) => string | number} place
 * @param {string | number | undefined} after
 * @returns {AsyncGenerator<T, void, void>}
 */
export function follow<T>(connection: import("./connection.js").Connection, path: string, place: (item: T) => string | number, after: string | number | undefined): AsyncGenerator<T, void, void>;
