// Fought: during a conflict, the board lights the contested elements and the paths to them, shows the dice, and dims the rest.

import { fudge, signal } from "../board/pieces";
import { el } from "../kit/dom";
import type { Names } from "../session/names";
import { ID } from "../session/names";
import type { Schemas } from "../session/watch";

/** A conflict on the board: the ids of the lit elements, and a line for each fighter. */
export type Fought = { lit: string[]; lines: HTMLElement[] };

/** The current conflict, from the member `play` of a state of any game; null if there is none. */
export function fought({ conflict, map }: any, names: Names): Fought | null {
  if (!conflict) return null;
  return "participants" in conflict ? ofNetwork(conflict, names) : ofMap(conflict, map, names);
}

export const shown = ({ lines }: Fought): HTMLElement =>
  el("section", { "aria-label": "Fighters" }, el("ul", { class: "fighting" }, ...lines));

/** @returns null before anybody has taken a side */
function ofNetwork({ participants, goals }: Schemas["VergeConflictView"], names: Names): Fought | null {
  const there = participants.filter(({ has_dropped: isOut }) => !isOut);
  if (!there.length) return null;
  const targets = goals.map(({ target }) => target);
  return {
    lit: [...targets, ...there.flatMap(({ node, path }) => [node, ...path])],
    lines: there.map(({ seat, node, goal, path, has_rolled: isRolled, dice, face }) => {
      const target = goals[goal - 1]?.target;
      const steps = path.filter((_, n) => n % 2 === 0).flatMap((edge, n) => [n ? ", then " : ", by ", names.tag(edge)]);
      const fight = [names.tag(seat), " as ", names.tag(node), target ? [" → ", names.tag(target)] : null, steps].flat();
      return el("li", {}, el("span", {}, ...fight), isRolled ? signal(dice, face) : el("span", { class: "faint" }, "not rolled yet"));
    }),
  };
}

/** @returns null between turns */
function ofMap({ turn }: Schemas["EdgerunnerConflictView"], map: Schemas["MapView"] | null, names: Names): Fought | null {
  if (!turn) return null;
  const { character, roll } = turn;
  const aims = Object.values(roll?.action ?? {}).flatMap((value) => (typeof value === "string" && ID.test(value) ? [value] : []));
  const zones = (map?.zones ?? []).filter(({ there }) => [character, ...aims].some((id) => there.includes(id))).map(({ id }) => id);
  const at = aims.filter((id) => names.knows(id));
  const said = [names.tag(character), at.length ? " → " : " has the turn", ...at.map((id) => names.tag(id))];
  return {
    lit: [character, ...aims, ...zones],
    lines: [el("li", {}, el("span", {}, ...said), roll?.dice.length ? fudge(roll.dice) : null)],
  };
}
