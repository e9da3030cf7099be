// Fairness: whether an event's dice are those that were committed to before they were rolled.

import { face, seal } from "./dice-formula.js";
import { holder } from "./hash-chain.js";
import { hex, sha256, unhex } from "./sha256.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("./dice-formula.js").Step} Step */
/** @typedef {Step & {faces: number, shown: number | null}} Checked what the seed gives, and what lies there; null face down */

/**
 * What is found. `sealed`: the seed is not shown yet; `elsewhere`: it never will be here, but where the session was forked from.
 * @typedef {{
 *   verdict: "fair" | "wrong" | "sealed" | "elsewhere",
 *   commitment: string, committed: number, thrown: number,
 *   why?: string, seed?: string, revealed?: number, nonces: string[], steps: Checked[],
 *   parent?: string, faceDown: string[],
 * }} Finding
 */

/**
 * @param {Watch} watch
 * @param {Schemas["EventView"]} view an event that has dice
 * @param {AbortSignal} signal
 * @returns {Promise<Finding>}
 */
export async function fairness(watch, view, signal) {
  const first = await firstThrown(watch, view, signal);
  /** @type {[Schemas["DiceView"], Schemas["DiceView"]]} */
  const [before, now] = await Promise.all([
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

/**
 * @param {Omit<Finding, "verdict">} finding
 * @param {Schemas["Roll"][]} rolls
 * @param {string} shown
 * @param {string} session
 * @param {number} revealed
 * @returns {Promise<Finding>}
 */
async function checked(finding, rolls, shown, session, revealed) {
  const seed = unhex(shown);
  const known = { ...finding, seed: shown, revealed };
  const found = hex(await sha256(seed));
  if (found !== finding.commitment)
    return { ...known, verdict: "wrong", why: `The seed's SHA-256 is ${found}, which nobody committed to.` };
  /** @type {Checked[]} */
  const steps = [];
  let why = "";
  for (const roll of rolls) {
    const given = await rolled(seed, session, finding.nonces, roll);
    steps.push(...given.steps);
    why ||= given.why;
  }
  return { ...known, steps, verdict: why ? "wrong" : "fair", why };
}

/**
 * What a seed gives in place of a roll, and what is wrong with the roll; nothing where nothing is.
 * @param {Uint8Array<ArrayBuffer>} seed
 * @param {string} session
 * @param {string[]} nonces in seat order
 * @param {Schemas["Roll"]} roll
 * @returns {Promise<{steps: Checked[], why: string}>}
 */
export async function rolled(seed, session, nonces, roll) {
  const given = await Promise.all(roll.values.map((_, n) => face(seed, session, roll.first + n, nonces, roll.faces)));
  const steps = given.map((step, n) => ({ ...step, faces: roll.faces, shown: roll.sealed ? null : (roll.values[n] ?? 0) }));
  const values = given.map(({ value }) => value);
  if (roll.sealed && roll.sealed !== (await seal(seed, session, roll, values)))
    return { steps, why: `What lies face down from die ${roll.first} on is not what the seed gives.` };
  const wrong = steps.find(({ shown, value }) => shown !== null && shown !== value);
  return { steps, why: wrong ? `Die ${wrong.number} shows ${wrong.shown} where the seed gives ${wrong.value}.` : "" };
}

/**
 * Numbers go on without gaps: who could leave some out could choose among the dice of a seed.
 * @param {Schemas["Roll"][]} rolls
 * @param {number} rolled how many dice there were before
 * @returns {string} what is wrong; nothing where nothing is
 */
export function outOfTurn(rolls, rolled) {
  let next = rolled + 1;
  for (const { first, values } of rolls) {
    if (first !== next) return `A roll begins with die ${first} where die ${next} comes next.`;
    next += values.length;
  }
  return "";
}

/**
 * The event that the dice were thrown in: a move that was made again has the dice of the first time.
 * @param {Watch} watch
 * @param {Schemas["EventView"]} view
 * @param {AbortSignal} signal
 */
async function firstThrown(watch, view, signal) {
  while (view.event.repeats) view = await watch.api.read(`/events/${view.event.repeats}`, {}, signal);
  return view;
}

/**
 * What the log itself committed to, at the version that began these dice.
 * @param {Watch} watch
 * @param {number} version
 * @param {AbortSignal} signal
 * @returns {Promise<string>}
 */
async function onRecord(watch, version, signal) {
  const { event } = await watch.api.read(`/events/${version}`, {}, signal);
  /** @type {{effect: string, dice_commitment?: string, commitment?: string}[]} */
  const effects = event.effects;
  const found = effects.find(({ effect }) => ["session_started", "dice_epoch_started"].includes(effect));
  return found?.dice_commitment ?? found?.commitment ?? "";
}

/**
 * Whether dice are the first of others; made again, a move may have needed fewer.
 * @param {Schemas["Roll"][]} rolls
 * @param {Schemas["Roll"][]} first
 */
export const sameDice = (rolls, first) => JSON.stringify(rolls) === JSON.stringify(first.slice(0, rolls.length));
