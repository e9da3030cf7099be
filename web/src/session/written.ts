// What is written: forms that are being filled in when the page is left, kept in this window until they are open again.

import * as address from "./address";
import type { Watch } from "./watch";

/**
 * Keep what is written when the page is loaded again, for whatever reason.
 * @param where it is written
 * @returns what was kept so, which is taken by that
 */
export function keeping<T>(watch: Watch, where: string, written: () => T[]): T[] {
  const name = `verger.sent.${watch.session.session}.${where}.${watch.seat}`;
  const kept = JSON.parse(sessionStorage.getItem(name) ?? "[]");
  sessionStorage.removeItem(name);
  addEventListener("pagehide", () => {
    const left = written();
    // Whoever has signed out leaves nothing.
    if (left.length && address.token() !== null) sessionStorage.setItem(name, JSON.stringify(left));
  });
  return kept;
}
