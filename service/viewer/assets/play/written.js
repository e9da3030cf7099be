// What is written: forms that are being filled in when the page is left, kept in this window until they are open again.

import * as address from "../session/address.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {Record<string, unknown>} Move */

/**
 * Keep what is written when the page is loaded again, for whatever reason.
 * @param {Watch} watch
 * @param {() => Move[]} written
 * @returns {Move[]} what was kept so, which is taken by that
 */
export function keeping(watch, written) {
  const name = `verger.sent.${watch.session.session}.written.${watch.seat}`;
  const kept = JSON.parse(sessionStorage.getItem(name) ?? "[]");
  sessionStorage.removeItem(name);
  addEventListener("pagehide", () => {
    const moves = written();
    // Whoever has signed out leaves nothing.
    if (moves.length && address.token() !== null) sessionStorage.setItem(name, JSON.stringify(moves));
  });
  return kept;
}
