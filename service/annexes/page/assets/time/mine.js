// Mine: taking back one's own newest move, by the form that asks for it.

import { draft } from "../session/links.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas} Schemas */

/** Events that are looked through at once. */
const PAGE = 30;

/**
 * Take back a move: the newest by going back, one that others have followed by leaving it out.
 * @param {Watch} watch
 * @param {number} version
 */
export const takeBack = (watch, version) =>
  draft(watch, version === watch.head ? { move: "rewind", to: version - 1 } : { move: "leave_out", version });

/**
 * The newest move of the seat that stands; 0 where it has made none.
 * @param {Watch} watch
 * @returns {Promise<number>}
 */
export async function newestOwn({ api, head, seat, past }) {
  for (let after = head - PAGE; after > -PAGE; after -= PAGE) {
    /** @type {{events: Schemas["EventView"][]}} */
    const { events } = await api.read("/events", { after: Math.max(0, after), limit: PAGE });
    const own = events.findLast(({ event, version }) => event.seat === seat && event.move.move !== "rewind" && !past.leftAt(version));
    if (own) return own.version;
  }
  return 0;
}
