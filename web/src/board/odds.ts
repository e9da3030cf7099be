// Odds: the probability of the next roll, in words.

import { el } from "../kit/dom";

/** By caliber: the lowest face of a single die that always passes, and whether a 1 always fails (rule `check.auto`). */
const ALONE: Record<string, { from: number; isLost: boolean }> = {
  bronze: { from: 21, isLost: true },
  silver: { from: 20, isLost: true },
  gold: { from: 19, isLost: true },
  platinum: { from: 19, isLost: false },
};
/** The chance that a d6 shows a hit. */
const HIT = 1 / 3;

/** The chance that a d20 plus a score reaches a target. */
export function chanceOfCheck(caliber: string, score: number, target: number) {
  const { from, isLost } = ALONE[caliber] ?? { from: 21, isLost: true };
  const faces = Array.from({ length: 20 }, (_, n) => n + 1);
  return faces.filter((face) => face >= from || (face + score >= target && !(isLost && face === 1))).length / 20;
}

/** The chance that a number of dice shows at least the needed hits. */
export function chanceOfHits(dice: number, needed: number) {
  let exactly = (1 - HIT) ** dice;
  let fewer = 0;
  for (let hits = 0; hits < needed && hits <= dice; hits++) {
    fewer += exactly;
    exactly *= ((dice - hits) / (hits + 1)) * (HIT / (1 - HIT));
  }
  return Math.min(1, Math.max(0, 1 - fewer));
}

/** @param chance a chance from 0 to 1 */
export function percent(chance: number) {
  if (chance > 0 && chance < 0.01) return "less than 1 %";
  if (chance < 1 && chance > 0.99) return "more than 99 %";
  return `${Math.round(100 * chance)} %`;
}

/**
 * A row for each number of successes, from 0 on, with its chance in words and as a bar. Rows with enough successes are marked.
 * @param chances the chances from 0 to 1; the last is the chance of that number or more
 */
export function chances(label: string, chances: readonly number[], needed: number | null, called: (n: number) => string) {
  const rows = chances.map((chance, n) =>
    el(
      "li",
      { class: needed !== null && n >= needed ? "enough" : "" },
      el("span", {}, `${called(n)}: `, el("strong", {}, percent(chance))),
      el("progress", { max: 1, value: chance, "aria-hidden": "true" }),
    ),
  );
  return el("ol", { class: "odds", "aria-label": label }, ...rows);
}
