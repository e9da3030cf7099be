// The differences from an earlier version: new elements, changed elements, and removed elements.

import type { Watch } from "../session/watch";
import type { Thing } from "./contents";
import { things } from "./contents";

export type Differences = { added: Set<string>; changed: Set<string>; gone: Set<string> };

/** The members of effects that hold the id of the changed thing. Other members name ends of edges and accounts, which do not change. */
const NAMED = ["node", "edge", "element", "zone", "border", "character"];

/** The changes that the event of a version made. */
export async function changedAt(watch: Watch, version: number, signal: AbortSignal): Promise<Differences> {
  const { event } = await watch.event(version, signal);
  const effects: Record<string, unknown>[] = event.effects;
  // A rewind does not list its changes, and can change everything.
  if (effects.some(({ effect }) => effect === "rewound")) return changedSince(watch, version - 1, version, signal);
  const found: Differences = { added: new Set(), changed: new Set(), gone: new Set() };
  for (const effect of effects) {
    for (const name of NAMED) {
      const id = effect[name];
      if (typeof id === "string") found[effect.effect === `${name}_added` ? "added" : "changed"].add(id);
    }
  }
  return { ...found, changed: found.changed.difference(found.added) };
}

/** An element as a text to compare. Its members are sorted, because the server and the client's reducer order them differently. */
const text = (told: unknown) =>
  JSON.stringify(told, (_, value) => (value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort()) : value));

/** The differences between two versions. */
export async function changedSince(watch: Watch, since: number, version: number, signal: AbortSignal): Promise<Differences> {
  const [before, after] = await Promise.all([things(watch, since, signal), things(watch, version, signal)]);
  const known = new Map(before.map(({ id, told }) => [id, text(told)]));
  const there = new Set(after.map(({ id }) => id));
  const ids = (those: Thing[]) => new Set(those.map(({ id }) => id));
  return {
    added: ids(after.filter(({ id }) => !known.has(id))),
    changed: ids(after.filter(({ id, told }) => known.has(id) && known.get(id) !== text(told))),
    gone: ids(before.filter(({ id }) => !there.has(id))),
  };
}
