// Awaited: what play waits for from a seat, in words.

/** @typedef {import("./watch.js").Schemas} Schemas */

/**
 * Those that make it somebody's turn: where anybody may go on, it is nobody's.
 * @param {Schemas["Awaited"][]} waits
 */
export const turnsOf = (waits) => waits.filter(({ what, seats }) => what !== "play" || seats.length === 1);

/**
 * What a seat is asked for, in the ruleset's sentences; nothing where play does not wait for it.
 * @param {Schemas["Awaited"][]} waits those that wait for the seat
 */
export function asked(waits) {
  const said = new Set(turnsOf(waits).map(({ sentence }) => sentence));
  return said.size ? `It is your turn. ${[...said].join(" ")}` : "";
}
