// Fought: while there is a conflict, the board shows what is fought over, by which ways and with which dice, and dims the rest.

import { fudge, signal } from "../board/pieces.js";
import { el } from "../kit/dom.js";
import { ID } from "../session/names.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("../session/names.js").Names} Names */

/**
 * A conflict as it lies on the board: the elements that are lit, and a line for each who fights.
 * @typedef {{lit: string[], lines: HTMLElement[]}} Fought
 */

/**
 * The conflict under way, in whichever game; nothing where there is none.
 * @param {any} play what a state shows
 * @param {Names} names
 * @returns {Fought | null}
 */
export function fought({ conflict, map }, names) {
  if (!conflict) return null;
  return "participants" in conflict ? ofNetwork(conflict, names) : ofMap(conflict, map, names);
}

/**
 * @param {Fought} fought
 * @returns {HTMLElement}
 */
export const shown = ({ lines }) => el("section", { "aria-label": "Who fights" }, el("ul", { class: "fighting" }, ...lines));

/**
 * @param {Schemas["VergeConflictView"]} conflict
 * @param {Names} names
 * @returns {Fought | null} nothing before anybody has taken a side
 */
function ofNetwork({ participants, goals }, names) {
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

/**
 * @param {Schemas["EdgerunnerConflictView"]} conflict
 * @param {Schemas["MapView"] | null} map
 * @param {Names} names
 * @returns {Fought | null} nothing between turns
 */
function ofMap({ turn }, map, names) {
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
