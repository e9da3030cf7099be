// Unfinished forms: when the reader leaves the page, this window keeps their texts until the page is open again.

import * as address from "./address";
import type { Watch } from "./watch";

/**
 * Keep the unfinished texts of a form when the reader leaves the page.
 * @param where the name of the form
 * @param written returns the unfinished texts at that time
 * @returns the texts that were kept before, which are removed from the storage
 */
export function keeping<T>(watch: Watch, where: string, written: () => T[]): T[] {
  const name = `verger.sent.${watch.session.session}.${where}.${watch.seat}`;
  const kept = JSON.parse(sessionStorage.getItem(name) ?? "[]");
  sessionStorage.removeItem(name);
  addEventListener("pagehide", () => {
    const left = written();
    // After signing out, no texts may stay in the window.
    if (left.length && address.token() !== null) sessionStorage.setItem(name, JSON.stringify(left));
  });
  return kept;
}
