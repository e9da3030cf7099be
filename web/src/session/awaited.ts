// Awaited: the questions that play waits for, and their sentences.

import { listed } from "../kit/text";
import type { Schemas } from "./watch";

type Awaited = Schemas["Awaited"];

/** Whether any of several seats can go on. */
export const isOfAnybody = ({ what, seats }: Awaited) => what === "play" && seats.length > 1;

/** Whether the question is about a dispute, which does not stop play. */
export const isUnhurried = ({ what }: Awaited) => what === "settle_dispute";

/** The questions that count as somebody's turn. */
export const turnsOf = (waits: Awaited[]) => waits.filter((wait) => !isOfAnybody(wait) && !isUnhurried(wait));

/** The questions for a seat. */
export const awaitedOf = (waits: readonly Awaited[], seat: string | null) =>
  waits.filter(({ seats }) => seat !== null && seats.includes(seat));

/**
 * The sentences of the questions for a seat; empty if play does not wait for it.
 * @param waits the questions for the seat
 */
export function asked(waits: Awaited[]) {
  const turns = turnsOf(waits);
  const said = [...new Set(turns.map(({ sentence }) => sentence))].join(" ");
  const [until] = turns.flatMap((wait) => wait.until ?? []).sort();
  const limit = until ? ` Your time ends at ${new Date(until).toLocaleTimeString([], { timeStyle: "short" })}.` : "";
  return (!said || said.startsWith("It is your turn") ? said : `It is your turn. ${said}`) + limit;
}

/** The sentence about the players that play waits for, for all other readers. */
export function others({ step, awaited, seats, paused }: Pick<Schemas["SessionView"], "step" | "awaited" | "seats" | "paused">) {
  if (step === "over") return "The game is over.";
  const due = new Set(turnsOf(awaited).flatMap((wait) => wait.seats));
  const names = seats.filter(({ id }) => due.has(id)).map(({ name }) => name);
  if (!names.length) return paused ? "Play is paused." : "Anybody may go on.";
  return `Play waits for ${listed(names)}.`;
}
