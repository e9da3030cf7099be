// Where play is: the step, and which of its kind it is, in the game's word for it.

import { spoken } from "../kit/text";

/** What a game counts its steps by, where it has a word of its own. */
const COUNTED = { edgerunner: "exchange", venus: "chapter" };

export function where(ruleset: string, { step, phase, isPaused }: { step: string; phase: number | null; isPaused: boolean }) {
  const word = COUNTED[ruleset as keyof typeof COUNTED] ?? "phase";
  const number = phase === null ? "" : word === step ? ` ${phase}` : `, ${word} ${phase}`;
  return `${spoken(step)}${number}${isPaused ? ", paused" : ""}`;
}
