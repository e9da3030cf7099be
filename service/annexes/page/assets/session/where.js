// Where play is: the step, and which of its kind it is, in the game's word for it.

import { spoken } from "../kit/text.js";

/** What a game counts its steps by, where it has a word of its own. */
const COUNTED = { edgerunner: "exchange", venus: "chapter" };

/**
 * @param {string} ruleset
 * @param {{step: string, phase: number | null, isPaused: boolean}} play
 */
export function where(ruleset, { step, phase, isPaused }) {
  const word = COUNTED[/** @type {keyof typeof COUNTED} */ (ruleset)] ?? "phase";
  const number = phase === null ? "" : word === step ? ` ${phase}` : `, ${word} ${phase}`;
  return `${spoken(step)}${number}${isPaused ? ", paused" : ""}`;
}
