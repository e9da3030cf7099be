// The current step of play in words, with its number.

import { spoken } from "../kit/text";

/** The words of games that do not call their numbered parts "phase". */
const COUNTED = { edgerunner: "exchange", venus: "chapter" };

export function where(ruleset: string, { step, phase, isPaused }: { step: string; phase: number | null; isPaused: boolean }) {
  const word = COUNTED[ruleset as keyof typeof COUNTED] ?? "phase";
  const number = phase === null ? "" : word === step ? ` ${phase}` : `, ${word} ${phase}`;
  return `${spoken(step)}${number}${isPaused ? ", paused" : ""}`;
}
