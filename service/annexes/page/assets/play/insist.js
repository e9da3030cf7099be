// Insisting: a move that somebody else's came before is sent again, as long as nothing has changed that its player saw.

import { Problem } from "../session/api.js";

const AGAIN_AT_MOST = 5;

/** @param {unknown} error */
export const isStale = (error) => error instanceof Problem && error.code === "stale_version";

/**
 * Make a move on what its player has seen. Others may be quicker: it is sent again on the newer version as long as the
 * option is still the very same.
 * @template T
 * @param {() => Promise<T>} send on the version that is seen by then
 * @param {() => Promise<boolean>} isSame asks for the options again: whether the one that was sent is still as it was
 * @returns {Promise<T>}
 */
export async function insist(send, isSame) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isStale(error) || tried === AGAIN_AT_MOST || !(await isSame())) throw error;
    }
  }
}
