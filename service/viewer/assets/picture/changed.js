// What changed at a step: the elements that its event names.

import { things } from "./contents.js";

/** @typedef {import("../session/watch.js").Watch} Watch */

/** Where effects name what they change. Ends of edges and accounts are named too, but not changed. */
const NAMED = ["node", "edge", "element", "zone", "border", "character"];

/**
 * The ids of what the event of a version changed.
 * @param {Watch} watch
 * @param {number} version
 * @param {AbortSignal} signal
 * @returns {Promise<Set<string>>}
 */
export async function changedAt(watch, version, signal) {
  const { event } = await watch.api.read(`/events/${version}`, {}, signal);
  /** @type {Record<string, unknown>[]} */
  const effects = event.effects;
  if (effects.some(({ effect }) => effect === "rewound")) return apart(watch, version, signal);
  return new Set(effects.flatMap((effect) => NAMED.map((name) => effect[name])).filter((id) => typeof id === "string"));
}

/**
 * A rewind names nothing, and may change everything: what is told otherwise of than before it.
 * @param {Watch} watch
 * @param {number} version
 * @param {AbortSignal} signal
 */
async function apart(watch, version, signal) {
  const [before, after] = await Promise.all([things(watch, version - 1, signal), things(watch, version, signal)]);
  const known = new Map(before.map(({ id, told }) => [id, JSON.stringify(told)]));
  return new Set(after.filter(({ id, told }) => known.get(id) !== JSON.stringify(told)).map(({ id }) => id));
}
