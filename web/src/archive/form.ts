// The format of an archive: its first line and the lines that follow, letter by letter (docs/archive.md).

import { lineFault } from "verger-client/file-form";
import type { Schemas } from "../session/watch";
import type { Beside, Part } from "../why/event-line";
import { eventLine, parsed } from "../why/event-line";

/** An archive's first line. */
export type Header = {
  session: string;
  ruleset: string;
  ruleset_version: number;
  head: number;
  lineage: { session: string; until: number }[];
};

export type Effect = { effect: string } & Record<string, any>;

/** The members of an event that the page reads without knowing the game. */
export type Event = {
  at: string;
  seat?: string | null;
  repeats?: number;
  sealed?: string[];
  effects: Effect[];
  move: { move: string; version?: number; hash?: string; rewritten?: number[]; removed?: string; reported?: number[] | null };
  ruling: { sentence: string };
  dice?: Schemas["Roll"][];
};

/** An event's line: the facts about the event, the event as text (`text`), and as an object (`event`). */
export type Line = Beside & { sealed: Part[]; text: string; event: Event };

/** A file that is no archive, or that this page cannot read. */
export class UnreadableError extends Error {}

/** The first fault in an archive, with its version. */
export class WrongError extends Error {
  constructor(
    readonly version: number,
    what: string,
  ) {
    super(what);
  }
}

const FORMAT = 1;
const STATES_EVERY = 200;
const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const HEADER = new RegExp(
  `^\\{"verger":"log","format":${FORMAT},"session":"${ID}","ruleset":"[a-z_]+","ruleset_version":[1-9]\\d*,"head":[1-9]\\d*,` +
    `"states":"[a-z_]+(?:-\\d+){2}","lineage":\\[(?:\\{"session":"${ID}","until":[1-9]\\d*\\},?)*\\]\\}\\n$`,
);
const STATE = /^\{"state":\{"version":([1-9]\d*),"digest":"[0-9a-f]{64}"\}\}\n$/;

export function headerOf(line: string): Header {
  if (line.includes("\r")) throw new UnreadableError(`This file is no archive as it was exported: ${lineFault(line)}.`);
  const told = parsed(line);
  if (told?.verger === "archive")
    throw new UnreadableError("This archive is of an earlier checkout of Verger and stays with that checkout: this page cannot read it.");
  if (told?.verger !== "log") throw new UnreadableError("This file is no archive of Verger: its first line is not that of one.");
  if (told.format !== FORMAT)
    throw new UnreadableError(
      `This archive has format ${JSON.stringify(told.format)}. This page reads only format ${FORMAT}: a newer release may read it.`,
    );
  if (!HEADER.test(line) || !isLine(told))
    throw new UnreadableError("This archive's first line was changed: it is not written as archives are.");
  return told;
}

/** Whether each session of a lineage of forks begins after the one before it, and is listed once. */
function isLine({ lineage, session, head }: Header) {
  const parts = [...lineage, { session, until: head }];
  const isOrdered = parts.every(({ until }, n) => n === 0 || (parts[n - 1]?.until ?? 0) < until);
  return isOrdered && new Set(parts.map((part) => part.session)).size === parts.length;
}

/** The version whose state a line has the digest of; null if the line is something else. */
export function stateOf(line: string) {
  const found = STATE.exec(line);
  return found ? Number(found[1]) : null;
}

/** Whether the digest of a state must follow a version. */
export const isStateDue = ({ head }: Header, version: number) => version % STATES_EVERY === 0 || version === head;

/** Read an event's line; null if it does not have the form of one. Its `text` is exactly the text that the hash covers. */
export function eventOf(line: string): Line | null {
  const told = line.endsWith("\n") ? eventLine(line.slice(0, -1)) : null;
  return told && isEvent(told.event) && told.event.move.move === told.type ? { sealed: [], ...told } : null;
}

const isEvent = (event: any) =>
  typeof event?.at === "string" &&
  typeof event.ruling?.sentence === "string" &&
  typeof event.move === "object" &&
  event.move !== null &&
  [event.effects, event.sealed ?? [], event.dice ?? [], event.move.rewritten ?? [], event.move.reported ?? []].every(Array.isArray) &&
  event.effects.every((one: any) => typeof one?.effect === "string") &&
  (event.dice ?? []).every(isRoll);

const isRoll = (roll: any) =>
  Number.isInteger(roll?.first) && Number.isInteger(roll.faces) && roll.faces >= 1 && roll.faces <= 256 && Array.isArray(roll.values);
