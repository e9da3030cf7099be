// Awaited: what play waits for from a seat, in words.

import { spoken } from "../kit/text.js";

/** @typedef {import("./watch.js").Schemas} Schemas */

/**
 * Those that make it somebody's turn: where anybody may go on, it is nobody's.
 * @param {Schemas["Awaited"][]} waits
 */
export const turnsOf = (waits) => waits.filter(({ what, seats }) => what !== "play" || seats.length === 1);

/**
 * What a seat is asked for, in a sentence; nothing where play does not wait for it.
 * @param {Schemas["Awaited"][]} waits those that wait for the seat
 * @param {import("./names.js").Names} [names]
 */
export function asked(waits, names) {
  const each = turnsOf(waits).map(({ what, about }) => {
    const of = about && names?.knows(about) && names.of(about);
    return (what === "play" ? "play on" : spoken(what).toLowerCase()) + (of ? ` (${of})` : "");
  });
  return each.length ? `It is your turn: ${[...new Set(each)].join("; ")}.` : "";
}
