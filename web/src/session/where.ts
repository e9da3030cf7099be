// The place of play: the step and its number, in the game's word for it.

import { spoken } from "../kit/text";

/** The word for a game's steps, if the game has its own. */
const COUNTED = { edgerunner: "exchange", venus: "chapter" };

export function where(ruleset: string, { step, phase, isPaused }: { step: string; phase: number | null; isPaused: boolean }) {
  const word = COUNTED[ruleset as keyof typeof COUNTED] ?? "phase";
  const number = phase === null ? "" : word === step ? ` ${phase}` : `, ${word} ${phase}`;
  return `${spoken(step)}${number}${isPaused ? ", paused" : ""}`;
}
