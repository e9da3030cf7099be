// Mine: taking back one's own newest move, by the form that asks for it.

import { draft } from "../session/links.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas} Schemas */

/**
 * Take back a move with its whole action: the newest action by going back, an older one by leaving it out.
 * @param {Watch} watch
 * @param {number} version
 */
export async function takeBack(watch, version) {
  /** @type {Schemas["TimelineView"]} */
  const { undo, actions } = await watch.api.read("/timeline");
  const isNewest = actions[0]?.versions.includes(version);
  draft(watch, isNewest && undo ? { move: "rewind", to: undo } : { move: "leave_out", version });
}

/**
 * The newest action of the seat that stands; 0 where it has begun none lately.
 * @param {Watch} watch
 * @returns {Promise<number>}
 */
export async function newestOwn({ api, seat }) {
  /** @type {Schemas["TimelineView"]} */
  const { actions } = await api.read("/timeline");
  return actions.find((action) => action.seat === seat)?.version ?? 0;
}
