// Bots: they play the other seats of a trial table from this window. Each has its own token, and reads `awaited` and `options`.

import type { Offered } from "../play/offers";
import { answering, offered } from "../play/offers";
import { Api, Problem } from "../session/api";
import { awaitedOf, turnsOf } from "../session/awaited";
import { Names } from "../session/names";
import type { Schemas, Watch } from "../session/watch";

/** A seat that a bot plays, with the seat's token. */
export type Hand = { seat: string; token: string };

/** The pause before each move of a bot, in milliseconds, so that the player can follow. */
const THINKS = 700;
const NAMELESS = new Names(new Map(), new Map());
/** The texts that a bot writes if a move needs a text. */
const LINES = ["So it goes.", "Somebody looks away.", "By force.", "Not without a price.", "A door falls shut."];

export function bots(watch: Watch, hands: Hand[]) {
  const all = hands.map(({ seat, token }) => ({ seat, api: new Api(watch.session.session, token) }));
  watch.bots = hands.map(({ seat }) => seat);
  let isPlaying = false;
  const play = async () => {
    if (isPlaying) return;
    isPlaying = true;
    while (await anybody(all)) await new Promise((resolve) => setTimeout(resolve, THINKS));
    isPlaying = false;
  };
  watch.addEventListener("grown", () => setTimeout(play, THINKS));
  play();
}

/**
 * Have one bot move, if play waits for a bot.
 * @returns whether a bot has moved: then play can wait for another bot
 */
async function anybody(all: { seat: string; api: Api }[]): Promise<boolean> {
  for (const { seat, api } of all) {
    const view: Schemas["OptionsView"] | null = await api.read("/options", { seat }).catch(unless);
    const waits: Schemas["AwaitedView"] | null = view && (await api.read("/awaited", { at: view.version }).catch(unless));
    const own = turnsOf(awaitedOf(waits?.awaited ?? [], seat));
    if (view && (await moved(api, view, own))) return true;
  }
  return false;
}

/** Make the first accepted move that answers an awaited question. */
async function moved(api: Api, view: Schemas["OptionsView"], waits: Schemas["Awaited"][]) {
  const offers = offered(view.options, NAMELESS);
  // A bot begins no conflict, so that the newcomer decides when to go on.
  const asked = waits.filter(({ what }) => what !== "call_conflict");
  for (const { option } of asked.flatMap((wait) => willing(answering(offers, wait))))
    if (await api.move(filled(option, view.version), { seen: view.version }).catch(unless)) return true;
  return false;
}

/**
 * The answers that destroy nothing, the preferred ones first. Of the options for one move, the last is preferred: for a conflict, that is a
 * side of the bot's own, which makes the game more interesting. A bot says no only if it cannot say yes.
 */
function willing(answers: Offered[]) {
  const own = answers.filter(({ option }) => !option.answers?.destroys);
  const saysNo = ({ option }: Offered) => Number(option.answers?.says === "no");
  return [...Map.groupBy(own, ({ purpose }) => purpose).values()]
    .flatMap((some) => some.toReversed())
    .sort((one, other) => saysNo(one) - saysNo(other));
}

/** Return null for a refusal, which the newcomer must not see: the bot tries another move, or waits. */
function unless(error: unknown) {
  if (error instanceof Problem) return null;
  throw error;
}

/**
 * Fill in an option, or a part of one, without its optional fields.
 * @param turn a number that selects one of several values
 */
function filled({ fixed, fields = [] }: Schemas["Option"], turn: number): Record<string, unknown> {
  const needed = fields.filter((field) => !("optional" in field && field.optional));
  const given = needed.map((field) => [field.name, value(field, turn)]).filter(([, one]) => one !== undefined);
  return { ...fixed, ...Object.fromEntries(given) };
}

/** @returns undefined if a bot knows no value */
function value(field: NonNullable<Schemas["Option"]["fields"]>[number], turn: number): unknown {
  const one = (all: readonly any[]) => all[turn % all.length];
  switch (field.field) {
    case "choices":
      return one(field.choices)?.value;
    case "text":
      return one(LINES).slice(0, field.limit);
    case "number":
      return field.many ? undefined : field.least;
    case "group": {
      const part = filled(one(field.shapes), turn);
      return field.many ? [part] : part;
    }
    case "path":
      return shortest(field);
    default:
      return undefined;
  }
}

/** The shortest path of a field, if there is one. */
function shortest({ start, target, ways, closed = [] }: Schemas["PathField"]): string[] | undefined {
  const seen = new Set([start]);
  // The loop adds paths to this list while it goes through it.
  const paths = [{ end: start, path: [] as string[] }];
  for (const { end, path } of paths)
    for (const { edge, one, other } of ways.filter((way) => way.one === end || way.other === end)) {
      const next = end === one ? other : one;
      if (target === edge) return [...path, edge];
      if (target === next) return [...path, edge, next];
      if (seen.has(next) || (path.length && closed.includes(next))) continue;
      seen.add(next);
      paths.push({ end: next, path: [...path, edge, next] });
    }
  return undefined;
}
