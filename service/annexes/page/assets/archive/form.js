// The form of an archive: its first line and those that follow, letter by letter (docs/archive.md).

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
  /^\{"version":[1-9]\d*,"type":"[a-z_]+",(?:"format":(?!1,)[1-9]\d*,)?"hash":"[0-9a-f]{64}",(?:"request":"[0-9a-f]{64}",)?(?:"salt":"[0-9a-f]{32}",)?"texts":\[(?:\[\d+,\d+\],?)*\](?:,"kept":\[(?:"[0-9a-f]{32,64}",?)*\])?(?:,"sealed":\[.*\])?$/;
const STATE = /^\{"state":\{"version":([1-9]\d*),"digest":"[0-9a-f]{64}"\}\}\n$/;
const MEMBER = ',"event":';

/**
 * @param {string} line
 * @returns {Header}
 */
export function headerOf(line) {
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
  if (at < 0 || end < 0 || line.slice(end) !== "}\n" || !BESIDE.test(beside)) return null;
  const text = line.slice(at + MEMBER.length, end);
  const [told, event] = [parsed(`${beside}}`), parsed(text)];
  const isWhole = told && (told.kept ? !told.salt && told.kept.length === told.texts.length : told.salt);
  return isWhole && isEvent(event) ? { sealed: [], ...told, text, event } : null;
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
