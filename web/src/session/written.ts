// Unfinished forms: kept in this window when the page is left, until they are open again.

import * as address from "./address";
import type { Watch } from "./watch";

/**
 * Keep unfinished texts when the page is loaded again.
 * @param where the name of the form
 * @returns the kept texts, which are removed from the storage
 */
export function keeping<T>(watch: Watch, where: string, written: () => T[]): T[] {
  const name = `verger.sent.${watch.session.session}.${where}.${watch.seat}`;
  const kept = JSON.parse(sessionStorage.getItem(name) ?? "[]");
  sessionStorage.removeItem(name);
  addEventListener("pagehide", () => {
    const left = written();
    // After signing out, nothing stays here.
    if (left.length && address.token() !== null) sessionStorage.setItem(name, JSON.stringify(left));
  });
  return kept;
}
