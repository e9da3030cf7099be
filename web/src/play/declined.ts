// Declined: if somebody declines a proposal, the seat that made it sees who did, and can propose it again.

import { el, words } from "../kit/dom";
import { draft } from "../session/links";
import type { Schemas, Watch } from "../session/watch";

/** A notice that stays until the player dismisses it or proposes the move again. */
export function declines(watch: Watch, shown: () => void): HTMLElement {
  const place = el("div", { class: "declined", "aria-live": "polite" });
  const put = (...children: Node[]) => {
    place.replaceChildren(...children);
    shown();
  };
  const hear = async (event: Schemas["EventView"] | null) => {
    if (event?.type !== "decline") return;
    const move = await again(watch, event);
    if (!move) return;
    const propose = () => {
      put();
      draft(watch, move);
    };
    put(
      el("p", {}, words(event.event.ruling.sentence)),
      el(
        "p",
        { class: "actions" },
        el("button", { type: "button", onclick: propose }, "Propose again"),
        el("button", { type: "button", class: "plain", onclick: () => put() }, "All right"),
      ),
    );
  };
  watch.addEventListener("grown", () => hear(watch.latest));
  watch.first.then(hear);
  return place;
}

/** Return the move that made the declined proposal; null if another seat made it. */
async function again({ api, seat }: Watch, { version, event }: Schemas["EventView"]): Promise<Record<string, unknown> | null> {
  const { proposal } = event.move as { proposal?: string };
  const { table, play }: { table: Schemas["TableView"]; play: any } = await api.read("/state", { at: version - 1 });
  const own = (play.proposals as { id: string; by: string; subject: unknown }[]).find(({ id, by }) => id === proposal && by === seat);
  if (own) return { move: "propose", subject: own.subject };
  const { rewind } = table;
  if (rewind?.id !== proposal || rewind?.by !== seat) return null;
  return rewind.without === null ? { move: "rewind", to: rewind.to } : { move: "leave_out", version: rewind.without };
}
