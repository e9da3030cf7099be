// Fairness: whether an event's dice come from the seed that the server had committed to before the roll.

import type { Schemas, Watch } from "../session/watch";
import type { Step } from "./dice-formula";
import { face, seal } from "./dice-formula";
import { holder } from "./hash-chain";
import { hex, sha256, unhex } from "./sha256";

/** A checked die: `value` comes from the seed, and `shown` is the value in the event; null if the die lies face down. */
export type Checked = Step & { faces: number; shown: number | null };

/** The result of the check. `sealed`: the seed is not revealed yet. `elsewhere`: only the parent session of this fork will reveal it. */
export type Finding = {
  verdict: "fair" | "wrong" | "sealed" | "elsewhere";
  commitment: string;
  committed: number;
  thrown: number;
  why?: string;
  seed?: string;
  revealed?: number;
  nonces: string[];
  steps: Checked[];
  parent?: string;
  faceDown: string[];
};

/**
 * Check the dice of an event.
 * @param view an event that has dice
 */
export async function fairness(watch: Watch, view: Schemas["EventView"], signal: AbortSignal): Promise<Finding> {
  const first = await firstThrown(watch, view, signal);
  const [before, now]: [Schemas["DiceView"], Schemas["DiceView"]] = await Promise.all([
    watch.api.read("/dice", { at: Math.max(1, first.version - 1) }, signal),
    watch.api.read("/dice", { at: watch.head }, signal),
  ]);
  const commitment = await onRecord(watch, before.since, signal);
  const nonces = Object.values(before.nonces);
  const finding = { commitment, committed: before.since, thrown: first.version, nonces, steps: [], faceDown: now.face_down };
  if (!sameDice(view.event.dice ?? [], first.event.dice ?? []))
    return { ...finding, verdict: "wrong", why: `The dice are not those of version ${first.version}, whose move this makes again.` };
  const gap = outOfTurn(first.event.dice ?? [], before.rolled);
  if (gap) return { ...finding, verdict: "wrong", why: gap };
  const epoch = now.epochs.find(({ since }) => since === before.since);
  if (!epoch) {
    if (now.since === before.since) return { ...finding, verdict: "sealed" };
    return { ...finding, verdict: "elsewhere", parent: holder(watch, before.since) };
  }
  return checked(finding, view.event.dice ?? [], epoch.seed, holder(watch, before.since), epoch.until);
}

async function checked(
  finding: Omit<Finding, "verdict">,
  rolls: Schemas["Roll"][],
  shown: string,
  session: string,
  revealed: number,
): Promise<Finding> {
  const seed = unhex(shown);
  const known = { ...finding, seed: shown, revealed };
  const found = hex(await sha256(seed));
  if (found !== finding.commitment)
    return { ...known, verdict: "wrong", why: `The seed's SHA-256 is ${found}, which nobody committed to.` };
  const steps: Checked[] = [];
  let why = "";
  for (const roll of rolls) {
    const given = await rolled(seed, session, finding.nonces, roll);
    steps.push(...given.steps);
    why ||= given.why;
  }
  return { ...known, steps, verdict: why ? "wrong" : "fair", why };
}

/**
 * Compute the dice that a seed gives for a roll, and compare them with the roll. `why` is the fault of the roll; empty if there is none.
 * @param nonces the nonces of the seats, in the order of seats
 */
export async function rolled(
  seed: Uint8Array<ArrayBuffer>,
  session: string,
  nonces: string[],
  roll: Schemas["Roll"],
): Promise<{ steps: Checked[]; why: string }> {
  const given = await Promise.all(roll.values.map((_, n) => face(seed, session, roll.first + n, nonces, roll.faces)));
  const steps = given.map((step, n) => ({ ...step, faces: roll.faces, shown: roll.sealed ? null : (roll.values[n] ?? 0) }));
  const values = given.map(({ value }) => value);
  if (roll.sealed && roll.sealed !== (await seal(seed, session, roll, values)))
    return { steps, why: `The face-down dice from die ${roll.first} on are not the dice that the seed gives.` };
  const wrong = steps.find(({ shown, value }) => shown !== null && shown !== value);
  return { steps, why: wrong ? `Die ${wrong.number} shows ${wrong.shown}, but the seed gives ${wrong.value}.` : "" };
}

/**
 * Check that the numbers of dice have no gaps. With gaps, somebody could choose among the dice of a seed.
 * @param rolled the number of dice before these rolls
 * @returns the fault; empty if there is none
 */
export function outOfTurn(rolls: Schemas["Roll"][], rolled: number): string {
  let next = rolled + 1;
  for (const { first, values } of rolls) {
    if (first !== next) return `A roll begins with die ${first} where die ${next} comes next.`;
    next += values.length;
  }
  return "";
}

/** The event that first rolled the dice: a move that is made again after a rewind keeps its dice. */
async function firstThrown(watch: Watch, view: Schemas["EventView"], signal: AbortSignal) {
  while (view.event.repeats) view = await watch.api.read(`/events/${view.event.repeats}`, {}, signal);
  return view;
}

/** The commitment to a seed, from the log at the version where this seed began. */
async function onRecord(watch: Watch, version: number, signal: AbortSignal): Promise<string> {
  const { event } = await watch.api.read(`/events/${version}`, {}, signal);
  const effects: { effect: string; dice_commitment?: string; commitment?: string }[] = event.effects;
  const found = effects.find(({ effect }) => ["session_started", "dice_epoch_started"].includes(effect));
  return found?.dice_commitment ?? found?.commitment ?? "";
}

/** Whether rolls are the first of the original ones: a move that is made again can need fewer rolls. */
export const sameDice = (rolls: Schemas["Roll"][], first: Schemas["Roll"][]) =>
  JSON.stringify(rolls) === JSON.stringify(first.slice(0, rolls.length));
