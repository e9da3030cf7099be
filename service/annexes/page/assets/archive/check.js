// Checking an archive: every event in its place, what was sealed, what was redacted, and the dice (docs/archive.md).

import { sealed } from "../why/dice-formula.js";
import { BEFORE_FIRST, gone, heldBy, linked } from "../why/hash-chain.js";
import { hex, sha256, unhex, utf8 } from "../why/sha256.js";
import { Dice } from "./dice.js";
import { foreignForm, lineFault } from "./file-form.js";
import { eventOf, headerOf, isStateDue, stateOf, UnreadableError, WrongError } from "./form.js";
import { linesOf, NoTextError } from "./lines.js";
import { Told } from "./told.js";

/** @typedef {import("./form.js").Line} Line */
/** @typedef {import("./form.js").Header} Header */

/** How many bytes of a file say which form it has. */
const BEGINNING = 64;

/** An archive, as far as it was read. */
export class Archive {
  dice = new Dice();
  told = new Told();
  /** The hash of every event that is in its place. @type {string[]} */
  hashes = [];
  /** Versions that something was taken out of. @type {number[]} */
  redacted = [];
  /** A line for each of these, with the numbers of the texts that are gone. */
  #gone = "";
  #said = { version: 0, removed: "" };
  /** How many sealed parts are shown. */
  shown = 0;
  /** The first thing that is wrong. @type {WrongError | null} */
  wrong = null;
  #named = new Set();
  #isDue = false;
  #at = -Infinity;

  /** @param {Header} header */
  constructor(header) {
    this.header = header;
  }

  get version() {
    return this.hashes.length;
  }

  /** @param {string} line */
  async take(line) {
    const state = stateOf(line);
    if (state !== null) return this.#state(state);
    const version = this.version + 1;
    if (this.#isDue) throw broken(this.version, "it has no digest of its state behind it", line);
    if (this.version === this.header.head) throw broken(this.version, "it is the last, and more stands after it", line);
    const read = eventOf(line);
    if (!read) throw broken(version, "its line is cut off or not written as archives are", line);
    if (read.version !== version) throw new WrongError(version, "it is missing");
    await this.#event(read);
  }

  /** @param {number} version */
  #state(version) {
    if (!this.#isDue || version !== this.version) throw new WrongError(this.version, "the digest of a state behind it is out of place");
    this.#isDue = false;
  }

  /** @param {Line} read */
  async #event(read) {
    const { version, event } = read;
    const session = heldBy(this.header.lineage, this.header.session, version);
    const previous = this.hashes.at(-1) ?? BEFORE_FIRST;
    const { found } = await linked({ ...read, event: read.text }, session, previous);
    if (found !== read.hash) throw new WrongError(version, "it is not what was recorded: its hash does not fit");
    this.#ordered(version, Date.parse(event.at));
    this.#forked(read, previous);
    await this.#sealed(read);
    if (read.kept) {
      this.redacted.push(version);
      this.#gone += `${[version, ...gone(read.kept)].join(" ")}\n`;
    }
    for (const one of event.move.rewritten ?? []) if (one < version) this.#named.add(one);
    if (event.move.removed !== undefined) this.#said = { version, removed: event.move.removed };
    await this.dice.take(version, session, event);
    this.told.take(version, event);
    this.hashes.push(found);
    this.#isDue = isStateDue(this.header, version);
  }

  /**
   * @param {number} version
   * @param {number} at
   */
  #ordered(version, at) {
    if (!(at >= this.#at)) throw new WrongError(version, "it is earlier than the event before it");
    this.#at = at;
  }

  /**
   * @param {Line} read
   * @param {string} previous
   */
  #forked({ version, event }, previous) {
    const fork = event.effects.find(({ effect }) => effect === "session_forked");
    if (fork && (fork.version !== version - 1 || fork.hash !== previous))
      throw new WrongError(version, "it goes on from another event than the one before it");
  }

  /** @param {Line} read */
  async #sealed({ version, event, sealed: parts }) {
    for (const { name, eyes, text, salt } of parts) {
      if (!event.sealed?.includes(await sealed(unhex(salt), [name, eyes, text])))
        throw new WrongError(version, "what it shows of a sealed text is not what was sealed");
      this.shown += 1;
    }
  }

  /** After the last line. */
  async end() {
    if (this.version < this.header.head) throw new WrongError(this.version + 1, "it is missing: the archive ends before it");
    if (this.#isDue) throw new WrongError(this.version, "it has no digest of its state behind it");
    const unnamed = this.redacted.find((version) => !this.#named.has(version));
    if (unnamed) throw new WrongError(unnamed, "something was taken out of it, and no redaction says so");
    const found = this.#gone && hex(await sha256(utf8(this.#gone)));
    if (found !== this.#said.removed)
      throw new WrongError(this.#said.version || this.version, "the removed texts are not the ones that it counts");
  }
}

/**
 * The fault of a line, and of the line's end if it has one.
 * @param {number} version
 * @param {string} what
 * @param {string} line
 */
function broken(version, what, line) {
  const fault = lineFault(line);
  return new WrongError(version, fault ? `${what}: ${fault}` : what);
}

/**
 * Read and check a file; throws `UnreadableError` where it is no archive that this page reads.
 * @param {Blob} file
 * @param {(read: number) => void} told how many bytes are read, now and then
 * @param {AbortSignal} signal
 */
export async function checked(file, told, signal) {
  /** @type {Archive | null} */
  let archive = null;
  const form = foreignForm(new Uint8Array(await file.slice(0, BEGINNING).arrayBuffer()));
  if (form) throw new UnreadableError(`This file is no archive as it was exported: ${form}.`);
  try {
    for await (const line of linesOf(file, told, signal)) {
      if (archive) await archive.take(line);
      else archive = new Archive(headerOf(line));
    }
    await archive?.end();
  } catch (error) {
    if (signal.aborted || error instanceof UnreadableError) throw error;
    if (archive) archive.wrong = ofWrong(error, archive.version + 1);
    else if (!(error instanceof NoTextError)) throw error;
  }
  if (!archive) throw new UnreadableError("This file is no archive of Verger: it has no line of one.");
  return archive;
}

/**
 * What is wrong at a version, by what reading it came upon: members of other types than an event's are errors of the script.
 * @param {unknown} error
 * @param {number} version
 */
function ofWrong(error, version) {
  if (error instanceof WrongError) return error;
  if (error instanceof NoTextError) return new WrongError(version, "from there on the file is no text in lines");
  if (error instanceof TypeError || error instanceof RangeError) return new WrongError(version, "it is not written as events are");
  throw error;
}
