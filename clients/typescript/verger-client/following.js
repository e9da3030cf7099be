// Following: receive every event after a place, in order and exactly once, also if connections break.

import { Problem, parsed, resetOf } from "./errors.js";
import { Pauses, wait } from "./patience.js";

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
export async function* follow(connection, path, place, after) {
  const { signal } = connection.manner;
  for (const pauses = new Pauses(); !signal.aborted; ) {
    let asked = null;
    try {
      for await (const line of connection.lines(path, { after, follow: true })) {
        pauses.beginAgain();
        if (!line) continue;
        const item = /** @type {T} */ (parsed(line));
        after = place(item);
        yield item;
      }
    } catch (error) {
      asked = goesOn(error);
    }
    await wait(pauses.next(asked), signal).catch(() => {});
  }
}

/**
 * Return the seconds that the server asks the client to wait, or null if it names none. Throws an error if the client must stop following.
 * @param {unknown} error
 */
function goesOn(error) {
  if (!(error instanceof Problem)) return null;
  const reset = resetOf(error);
  if (reset) throw reset;
  if (error.retryAfter === null && error.status < 500) throw error;
  return error.retryAfter;
}
