// Insisting: if another move came first, the player's move is sent again, as long as its option has not changed.

import { Problem } from "../session/api";

const AGAIN_AT_MOST = 5;

export const isStale = (error: unknown) => error instanceof Problem && error.code === "stale_version";

/**
 * Make a move on the version that its player has seen. If others were quicker, send it again on the newer version, as long as its option
 * has not changed.
 * @param send sends the move with the newest version of the options
 * @param isSame requests the options again, and returns whether the move's option is still the same
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
