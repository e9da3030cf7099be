// Insisting: a move that somebody else's came before is sent again, as long as nothing has changed that its player saw.

import { Problem } from "../session/api";

const AGAIN_AT_MOST = 5;

export const isStale = (error: unknown) => error instanceof Problem && error.code === "stale_version";

/**
 * Make a move on the version that its player has seen. Others may be quicker: it is sent again on the newer version as long as the option
 * is still the very same.
 * @param send on the version that is seen by then
 * @param isSame asks for the options again: whether the sent one is still as it was
 */
export async function insist<T>(send: () => Promise<T>, isSame: () => Promise<boolean>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isStale(error) || tried === AGAIN_AT_MOST || !(await isSame())) throw error;
    }
  }
}
