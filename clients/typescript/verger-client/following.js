// Following: every item after a place, in order and each once, whatever happens to connections.

import { Problem, resetOf } from "./errors.js";
import { Pauses, wait } from "./patience.js";

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
export async function* follow(connection, path, place, after) {
  const { signal } = connection.manner;
  for (const pauses = new Pauses(); !signal.aborted; ) {
    let asked = null;
    try {
      for await (const line of connection.lines(path, { after, follow: true })) {
        pauses.beginAgain();
        if (!line) continue;
        const item = /** @type {T} */ (JSON.parse(line));
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
 * The seconds after which the server wants to be asked again, if it says so. Throws what there is no going on from.
 * @param {unknown} error
 */
function goesOn(error) {
  if (!(error instanceof Problem)) return null;
  const reset = resetOf(error);
  if (reset) throw reset;
  if (error.retryAfter === null && error.status < 500) throw error;
  return error.retryAfter;
}
