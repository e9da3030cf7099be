// Undo the newest move of your own seat, with the form that asks for it.

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
 * Return the first version of the newest action of the seat that is not undone; 0 if there is none lately.
 * @param {Watch} watch
 * @returns {Promise<number>}
 */
export async function newestOwn({ api, seat }) {
  /** @type {Schemas["TimelineView"]} */
  const { actions } = await api.read("/timeline");
  return actions.find((action) => action.seat === seat)?.version ?? 0;
}
