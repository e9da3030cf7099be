// Checking an archive: the order of its events, sealed texts, redactions and dice (docs/archive.md).

import { foreignForm, lineFault } from "verger-client/file-form";
import { sealed } from "../why/dice-formula";
import { BEFORE_FIRST, gone, heldBy, linked } from "../why/hash-chain";
import { hex, sha256, unhex, utf8 } from "../why/sha256";
import { Dice } from "./dice";
import type { Header, Line } from "./form";
import { eventOf, headerOf, isStateDue, stateOf, UnreadableError, WrongError } from "./form";
import { damageOf } from "./in-transit";
import { linesOf, NoTextError } from "./lines";
import { Told } from "./told";

/** The number of bytes at the beginning of a file that show its format. */
const BEGINNING = 64;

/** An archive, as far as it was read. */
export class Archive {
  dice = new Dice();
  told = new Told();
  /** The hashes of the events that were checked so far, in order. */
  hashes: string[] = [];
  /** The versions of redacted events. */
  redacted: number[] = [];
  /** A line for each redacted event: its version, and the numbers of the removed texts. */
  #gone = "";
  #said = { version: 0, removed: "" };
  /** The number of sealed parts whose content is in the archive. */
  shown = 0;
  /** The first fault; null if none was found. */
  wrong: WrongError | null = null;
  /** The versions of the redacted events, and of those that a redaction names. */
  #emptied = new Set();
  #named = new Set();
  #session = "";
  #isDue = false;
  #at = -Infinity;

  constructor(readonly header: Header) {}

  get version() {
    return this.hashes.length;
  }

  /**
   * Check the next line. Throws `WrongError` if the line is wrong, and `UnreadableError` if another program only changed its form, such as
   * its encoding.
   */
  async take(line: string) {
    try {
      await this.#take(line);
    } catch (error) {
      const wrong = ofWrong(error, this.version + 1);
      const damage = await this.#damage(line);
      throw damage ? new UnreadableError(notAsExported(damage, wrong.version)) : wrong;
    }
  }

  async #take(line: string) {
    const state = stateOf(line);
    if (state !== null) return this.#state(state);
    const version = this.version + 1;
    if (this.#isDue) throw new WrongError(this.version, "it has no digest of its state behind it");
    if (this.#isWhole) throw new WrongError(this.version, "it is the last, and more stands after it");
    const read = eventOf(line);
    if (!read) throw new WrongError(version, "its line is not written as archives are");
    if (read.version !== version) throw new WrongError(version, "it is missing");
    await this.#event(read);
  }

  get #isWhole() {
    return this.version === this.header.head;
  }

  /** Return the change that other programs made to a wrong line; empty if there is none. */
  async #damage(line: string) {
    if (!this.#isWhole || this.#isDue) return damageOf(line, (form) => this.#isRecorded(form));
    const isEvent = line.startsWith(`{"version":${this.version + 1},`);
    return isEvent ? "" : lineFault(line) || "something else stands after its last line: remove that";
  }

  /** Whether a text is the next line in its exported form. */
  async #isRecorded(line: string) {
    if (this.#isDue) return stateOf(line) === this.version;
    const read = eventOf(line);
    if (read?.version !== this.version + 1) return false;
    return (await this.#hashOf(read)).found === read.hash;
  }

  #hashOf(read: Line) {
    const session = heldBy(this.header.lineage, this.header.session, read.version);
    return linked(read, session, this.hashes.at(-1) ?? BEFORE_FIRST);
  }

  #state(version: number) {
    if (!this.#isDue || version !== this.version) throw new WrongError(this.version, "the digest of a state behind it is out of place");
    this.#isDue = false;
  }

  async #event(read: Line) {
    const { version, event } = read;
    const session = heldBy(this.header.lineage, this.header.session, version);
    const previous = this.hashes.at(-1) ?? BEFORE_FIRST;
    const { found } = await this.#hashOf(read);
    if (found !== read.hash) throw new WrongError(version, "it was changed after it was recorded: its hash does not fit");
    this.#ordered(version, Date.parse(event.at));
    this.#forked(read, session, previous);
    await this.#sealed(read);
    this.#redacted(read);
    await this.dice.take(version, session, event);
    this.told.take(version, event);
    this.hashes.push(found);
    this.#isDue = isStateDue(this.header, version);
  }

  #ordered(version: number, at: number) {
    if (!(at >= this.#at)) throw new WrongError(version, "it is earlier than the event before it");
    this.#at = at;
  }

  #forked({ version, event: { move } }: Line, session: string, previous: string) {
    const isFork = move.move === "fork_session";
    const isFirst = version > 1 && session !== this.#session;
    this.#session = session;
    if ((isFork || isFirst) && !(isFork && move.version === version - 1 && move.hash === previous))
      throw new WrongError(version, "it goes on from another event than the one before it");
  }

  async #sealed({ version, event, sealed: parts }: Line) {
    // The shown parts must have the order of the sealed ones, and each can be shown once.
    const committed = (event.sealed ?? []).values();
    for (const { name, eyes, text, salt } of parts) {
      const digest = await sealed(unhex(salt), [name, eyes, text]);
      if (!hasNext(committed, digest)) throw new WrongError(version, "a text that it shows is not the sealed text");
      this.shown += 1;
    }
  }

  #redacted({ version, kept, event: { move } }: Line) {
    if (kept) {
      this.redacted.push(version);
      this.#emptied.add(version);
      this.#gone += `${[version, ...gone(kept)].join(" ")}\n`;
    }
    for (const one of move.rewritten ?? []) {
      if (!this.#emptied.has(one)) throw new WrongError(version, "it names an event that still has all its texts");
      this.#named.add(one);
    }
    if (move.removed !== undefined) this.#said = { version, removed: move.removed };
  }

  /** Check the whole archive after its last line. */
  async end() {
    if (!this.#isWhole || this.#isDue) {
      const short = `it ends after version ${this.version}, and its first line says ${this.header.head}: copy it as a whole`;
      throw new UnreadableError(notAsExported(short, this.version));
    }
    const unnamed = this.redacted.find((version) => !this.#named.has(version));
    if (unnamed) throw new WrongError(unnamed, "something was taken out of it, and no redaction says so");
    const found = this.#gone && hex(await sha256(utf8(this.#gone)));
    if (found !== this.#said.removed)
      throw new WrongError(this.#said.version || this.version, "the removed texts are not the ones that it counts");
  }
}

/** Whether an iterator still has a value. Earlier values are skipped. */
function hasNext(values: Iterator<string>, wanted: string) {
  for (let next = values.next(); !next.done; next = values.next()) if (next.value === wanted) return true;
  return false;
}

/** The sentence about a file that other programs changed. */
const notAsExported = (damage: string, version: number) =>
  `This file is no archive as it was exported, from event ${version.toLocaleString()} on: ${damage}. That says nothing against the record.`;

/**
 * Read and check a file. Throws `UnreadableError` if this page cannot read it.
 * @param told receives the number of bytes read, from time to time
 */
export async function checked(file: Blob, told: (read: number) => void, signal: AbortSignal) {
  let archive: Archive | null = null;
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
    if (error instanceof NoTextError && archive)
      throw new UnreadableError(notAsExported("it is no text in UTF-8: save it as UTF-8", archive.version + 1));
    if (archive) archive.wrong = ofWrong(error, archive.version + 1);
    else if (!(error instanceof NoTextError)) throw error;
  }
  if (!archive) throw new UnreadableError("This file is no archive of Verger: it has no line of one.");
  return archive;
}

/** Return an error as the fault of a version. Members of wrong types cause a `TypeError` or `RangeError` in this code. */
function ofWrong(error: unknown, version: number) {
  if (error instanceof WrongError) return error;
  if (error instanceof TypeError || error instanceof RangeError) return new WrongError(version, "it is not written as events are");
  throw error;
}
