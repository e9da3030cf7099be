// Undo the newest move of your own seat, with the form that asks for it.

import { draft } from "../session/links";
import type { Schemas, Watch } from "../session/watch";

/** Take back a move with its whole action: the newest action by going back, an older one by leaving it out. */
export async function takeBack(watch: Watch, version: number) {
  const { undo, actions }: Schemas["TimelineView"] = await watch.api.read("/timeline");
  const isNewest = actions[0]?.versions.includes(version);
  draft(watch, isNewest && undo ? { move: "rewind", to: undo } : { move: "leave_out", version });
}

/** Return the first version of the newest action of the seat that is not undone; 0 if there is none lately. */
export async function newestOwn({ api, seat }: Watch): Promise<number> {
  const { actions }: Schemas["TimelineView"] = await api.read("/timeline");
  return actions.find((action) => action.seat === seat)?.version ?? 0;
}
