// The form of an archive: its first line and those that follow, letter by letter (docs/archive.md).

import { DIGEST_LENGTH, REMOVED } from "../why/hash-chain.js";
import { utf8 } from "../why/sha256.js";
import { lineFault } from "./file-form.js";

/**
 * An archive's first line.
 * @typedef {{session: string, ruleset: string, ruleset_version: number, head: number, lineage: {session: string, until: number}[]}} Header
 */

/** @typedef {{name: string, eyes: string[], salt: string, text: string}} Part a sealed part that is shown */
/** @typedef {{effect: string} & Record<string, any>} Effect */

/**
 * What a reader that knows no game looks at in an event.
 * @typedef {{
 *   at: string, seat?: string | null, repeats?: number, sealed?: string[], effects: Effect[],
 *   move: {rewritten?: number[], removed?: string, reported?: number[] | null}, ruling: {sentence: string},
 *   dice?: import("../session/watch.js").Schemas["Roll"][],
 * }} Event
 */

/**
 * An event's line: what it says of the event, the event as it was written, and as it is read.
 * @typedef {import("../why/hash-chain.js").Beside & {hash: string, sealed: Part[], text: string, event: Event}} Line
 */

/** What is no archive, or none that this page reads. */
export class UnreadableError extends Error {}

/** The first thing that is wrong in an archive, with the version that it is wrong at. */
export class WrongError extends Error {
  /**
   * @param {number} version
   * @param {string} what
   */
  constructor(version, what) {
    super(what);
    this.version = version;
  }
}

const FORMAT = 1;
const STATES_EVERY = 200;
const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const HEADER = new RegExp(
  `^\\{"verger":"log","format":${FORMAT},"session":"${ID}","ruleset":"[a-z_]+","ruleset_version":[1-9]\\d*,"head":[1-9]\\d*,` +
    `"states":"[a-z_]+(?:-\\d+){2}","lineage":\\[(?:\\{"session":"${ID}","until":[1-9]\\d*\\},?)*\\]\\}\\n$`,
);
const BESIDE =
  /^\{"version":[1-9]\d*,"type":"[a-z_]+",(?:"format":(?!1,)[1-9]\d*,)?"hash":"[0-9a-f]{64}",(?:"request":"[0-9a-f]{64}",)?(?<salt>"salt":"[0-9a-f]{32}",)?"texts":\[(?:\[\d+,\d+\],?)*\](?<kept>,"kept":\[(?:"[0-9a-f]{32}(?:[0-9a-f]{32})?",?)*\])?(?:,"sealed":(?<sealed>\[.*\]))?$/s;
const STATE = /^\{"state":\{"version":([1-9]\d*),"digest":"[0-9a-f]{64}"\}\}\n$/;
const MEMBER = ',"event":';
const QUOTE = 0x22;

/**
 * @param {string} line
 * @returns {Header}
 */
export function headerOf(line) {
  if (line.includes("\r")) throw new UnreadableError(`This file is no archive as it was exported: ${lineFault(line)}.`);
  const told = parsed(line);
  if (told?.verger === "archive")
    throw new UnreadableError("This archive is of an earlier checkout of Verger and stays with that checkout: this page cannot read it.");
  if (told?.verger !== "log") throw new UnreadableError("This file is no archive of Verger: its first line is not that of one.");
  if (told.format !== FORMAT)
    throw new UnreadableError(
      `This archive is of format ${JSON.stringify(told.format)}, and this page reads format ${FORMAT} alone: a newer release may read it.`,
    );
  if (!HEADER.test(line)) throw new UnreadableError("This archive's first line was changed: it is not written as archives are.");
  return told;
}

/**
 * What a text says as JSON; nothing where it is none.
 * @param {string} text
 */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * The version whose state's digest a line is; nothing where it is something else.
 * @param {string} line
 */
export function stateOf(line) {
  const found = STATE.exec(line);
  return found ? Number(found[1]) : null;
}

/**
 * Whether a state's digest has to stand behind a version.
 * @param {Header} header
 * @param {number} version
 */
export const isStateDue = ({ head }, version) => version % STATES_EVERY === 0 || version === head;

/**
 * An event's line; nothing where it is not written as one. What is read is what its hash covers, letter by letter.
 * @param {string} line
 * @returns {Line | null}
 */
export function eventOf(line) {
  // A quotation mark within a text has a backslash before it: this is the member and nothing else.
  const [at, end] = [line.indexOf(MEMBER), line.lastIndexOf("}")];
  const beside = line.slice(0, at);
  const found = BESIDE.exec(beside)?.groups;
  if (at < 0 || end < 0 || line.slice(end) !== "}\n" || !found || !found.salt === !found.kept) return null;
  // Members behind `sealed` would replace those before it.
  if (!parsed(found.sealed ?? "[]")) return null;
  const text = line.slice(at + MEMBER.length, end);
  const [told, event] = [parsed(`${beside}}`), parsed(text)];
  return told && areTexts(told, utf8(text)) && isEvent(event) ? { sealed: [], ...told, text, event } : null;
}

/**
 * Whether texts stand one behind the other at the places in a line, and each removed text reads `[redacted]`.
 * @param {import("../why/hash-chain.js").Beside} told
 * @param {Uint8Array} event
 */
function areTexts({ texts, kept }, event) {
  let end = 0;
  return (
    (kept ?? texts).length === texts.length &&
    texts.every(([at, size], n) => {
      if (at < end || size < 2 || event[at] !== QUOTE || event[at + size - 1] !== QUOTE) return false;
      end = at + size;
      return kept?.[n]?.length !== DIGEST_LENGTH || new TextDecoder().decode(event.slice(at, end)) === REMOVED;
    })
  );
}

/** @param {any} event */
const isEvent = (event) =>
  typeof event?.at === "string" &&
  typeof event.ruling?.sentence === "string" &&
  typeof event.move === "object" &&
  event.move !== null &&
  [event.effects, event.sealed ?? [], event.dice ?? [], event.move.rewritten ?? [], event.move.reported ?? []].every(Array.isArray) &&
  event.effects.every((/** @type {any} */ one) => typeof one?.effect === "string") &&
  (event.dice ?? []).every(isRoll);

/** @param {any} roll */
const isRoll = (roll) =>
  Number.isInteger(roll?.first) && Number.isInteger(roll.faces) && roll.faces >= 1 && roll.faces <= 256 && Array.isArray(roll.values);
