// Archives: check the log of a session by its hash chain. `verger verify` also checks that the rules allow every move.

import { bytesOf, hex } from "./crypto.js";
import { NotVerified } from "./errors.js";
import { foreignForm, lineFault } from "./file-form.js";

const DIGEST_EVERY = 200;
const EARLIER = "This archive is of an earlier checkout of Verger and stays with that checkout: this program cannot read it.";
const UNWRITTEN = "The archive is not written as the log writes archives.";
const DIGEST_LENGTH = 64;
const REMOVED = '"[redacted]"';
const QUOTE = 0x22;
const HEADER =
  /^\{"verger":"log","format":1,"session":"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}","ruleset":"[a-z_]+","ruleset_version":[1-9]\d*,"head":[1-9]\d*,"states":"[a-z_]+(?:-\d+){2}","lineage":\[(?:\{"session":"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}","until":[1-9]\d*\},?)*\]\}$/;
const STATE = /^\{"state":\{"version":[1-9]\d*,"digest":"[0-9a-f]{64}"\}\}$/;
const LINE =
  /^\{"version":[1-9]\d*,"type":"[a-z_]+",(?:"format":(?:[2-9]|[1-9]\d+),)?"hash":"[0-9a-f]{64}",(?:"request":"[0-9a-f]{64}",)?(?<salt>"salt":"[0-9a-f]{32}",)?"texts":\[(?:\[\d+,\d+\],?)*\](?<kept>,"kept":\[(?:"[0-9a-f]{32}(?:[0-9a-f]{32})?",?)*\])?(?:,"sealed":(?<sealed>\[.*?\]))?,"event":(?<event>\{.*\})\}$/s;

/**
 * Check an archive. Throws `NotVerified` at the first wrong version.
 * @param {Uint8Array} archive
 * @returns {Promise<{session: string, events: number, redacted: number}>}
 */
export async function verify(archive) {
  // A page from plain HTTP has no SHA-256. The check fails here, because this is no fault of the archive.
  await sha256();
  const form = foreignForm(archive);
  hold(form === "", `This is no archive as it was exported: ${form}.`);
  let line = "";
  try {
    const [header, ...rest] = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(archive).match(/[^\n]*\n|[^\n]+/g) ?? [];
    line = header ?? "";
    const chain = new Chain(withoutFeed(line));
    for (line of rest) await chain.add(withoutFeed(line));
    return await chain.end();
  } catch (error) {
    const fault = line && lineFault(line);
    // If members are missing or have other types, JavaScript throws its own errors.
    const said = error instanceof NotVerified ? error.message : UNWRITTEN;
    throw new NotVerified(fault ? `${said.replace(/\.$/, "")}: ${fault}.` : said);
  }
}

/**
 * A line without the line feed that ends it.
 * @param {string} line
 */
function withoutFeed(line) {
  hold(line.endsWith("\n"), UNWRITTEN);
  return line.slice(0, -1);
}

/** An archive as far as it has been read. */
class Chain {
  /** @param {string} line */
  constructor(line) {
    const header = JSON.parse(line);
    hold(header.verger !== "archive", EARLIER);
    hold(header.verger === "log", "This is no archive.");
    hold(HEADER.test(line), "The first line is not written as the log writes it.");
    this.session = header.session;
    this.head = header.head;
    this.parts = [...header.lineage];
    const parts = [...header.lineage, { session: this.session, until: this.head }];
    const isLine = parts.every((part, n) => n === 0 || parts[n - 1].until < part.until);
    hold(isLine && new Set(parts.map((part) => part.session)).size === parts.length, "The first line names no line of forks.");
    this.version = 0;
    this.previous = new Uint8Array(32);
    this.isDue = false;
    this.at = "";
    this.holder = "";
    /** The redacted events that no redaction has named yet. @type {Set<number>} */
    this.unnamed = new Set();
    /** The numbers of the texts that were removed from each redacted event, by version. @type {Map<number, number[]>} */
    this.removed = new Map();
    this.said = "";
  }

  /**
   * Read the next line.
   * @param {string} line
   */
  async add(line) {
    const told = JSON.parse(line);
    if ("state" in told) {
      hold(STATE.test(line), "A state's digest is not written as the log writes it.");
      hold(this.isDue && told.state.version === this.version, "A state's digest is out of place.");
      this.isDue = false;
      return;
    }
    hold(!this.isDue, `Version ${this.version} has no digest of its state.`);
    this.version += 1;
    hold(told.version === this.version, `Version ${this.version} is missing.`);
    await this.#link(told, eventOf(told, line));
    this.isDue = this.version % DIGEST_EVERY === 0 || this.version === this.head;
  }

  /**
   * Check the hash of an event and its sealed parts.
   * @param {any} told
   * @param {Uint8Array | null} event the bytes of the event; null if its line has another form than the log writes
   */
  async #link(told, event) {
    const { version } = this;
    if (!event) throw new NotVerified(`Version ${version} is not written as the log writes events.`);
    if (told.kept) {
      this.unnamed.add(version);
      this.removed.set(
        version,
        Array.from(told.kept.keys()).filter((/** @type {number} */ n) => told.kept[n].length === DIGEST_LENGTH),
      );
    }
    const digest = await sha256(bytesOf(told.request ?? ""), await facts(told, event));
    while (this.parts[0]?.until < version) this.parts.shift();
    const session = this.parts[0]?.session ?? this.session;
    const number = new Uint8Array(8);
    new DataView(number.buffer).setBigUint64(0, BigInt(version));
    const before = hex(this.previous);
    this.previous = await sha256(this.previous, bytesOf(session.replaceAll("-", "")), number, digest);
    hold(told.hash === hex(this.previous), `Version ${version} is not what was chained.`);
    // The parts are in the order of the event's digests, and each occurs once.
    const committed = (told.event.sealed ?? []).values();
    for (const { name, eyes, salt, text } of told.sealed ?? []) {
      const sealed = hex(await sha256(bytesOf(salt), encoded(JSON.stringify([name, eyes, text]))));
      hold(hasNext(committed, sealed), `Version ${version} sealed another text.`);
    }
    this.#goOn(told, session, before);
  }

  /**
   * Check that an event follows from the events before it.
   * @param {any} told
   * @param {string} session the id of the session that recorded it
   * @param {string} before the hash of the event before it
   */
  #goOn({ type, event }, session, before) {
    const { version } = this;
    const { move } = event;
    hold(move.move === type, `Version ${version} has the type of another move.`);
    if (type === "fork_session" || (version > 1 && session !== this.holder)) {
      const isFork = type === "fork_session" && move.version === version - 1 && move.hash === before;
      hold(isFork, `Version ${version} is no fork of the version before it.`);
    }
    this.holder = session;
    const at = event.at.replace(/Z$/, "");
    hold(at >= this.at, `Version ${version} is earlier than the version before it.`);
    this.at = at;
    for (const one of move.rewritten ?? []) {
      hold(this.removed.has(one), `Version ${version} names an event that is whole.`);
      this.unnamed.delete(one);
    }
    this.said = move.removed ?? this.said;
  }

  /** Check the end of the archive, and return the result. */
  async end() {
    const short = `The archive ends after version ${this.version}, and its first line says ${this.head}`;
    hold(this.version === this.head, `${short}: copy it as a whole.`);
    hold(!this.isDue, `Version ${this.version} has no digest of its state.`);
    hold(this.unnamed.size === 0, "No later redaction names an event that was redacted.");
    const lines = [...this.removed].map(([version, gone]) => `${[version, ...gone].join(" ")}\n`);
    const found = lines.length ? hex(await sha256(encoded(lines.join("")))) : "";
    hold(found === this.said, "The newest redaction tells of other texts than those removed.");
    return { session: String(this.session), events: this.version, redacted: this.removed.size };
  }
}

/**
 * An event's bytes; null if its line has another form than the log writes.
 * @param {any} told
 * @param {string} line
 */
function eventOf(told, line) {
  const found = LINE.exec(line)?.groups;
  if (!found || !found.salt === !found.kept) return null;
  // If a part of the line has another form, the hash does not cover all of its bytes.
  if (JSON.stringify(told.event) !== found.event || asSealed(told.sealed) !== (found.sealed ?? "")) return null;
  const event = encoded(found.event ?? "");
  let end = 0;
  /** @param {[number, number]} place @param {number} n */
  const isText = ([at, size], n) => {
    if (at < end || size < 2 || event[at] !== QUOTE || event[at + size - 1] !== QUOTE) return false;
    end = at + size;
    return told.kept?.[n].length !== DIGEST_LENGTH || new TextDecoder().decode(event.slice(at, end)) === REMOVED;
  };
  return (told.kept ?? told.texts).length === told.texts.length && told.texts.every(isText) ? event : null;
}

/**
 * Sealed parts in the form that the log writes.
 * @param {any[] | undefined} parts
 */
function asSealed(parts) {
  if (!parts?.length) return "";
  return JSON.stringify(parts.map(({ name, eyes, salt, text }) => ({ name, eyes, salt: hex(bytesOf(salt)), text })));
}

/**
 * Whether a value is among the next values. The values before it are skipped.
 * @param {Iterator<string>} values
 * @param {string} wanted
 */
function hasNext(values, wanted) {
  for (let next = values.next(); !next.done; next = values.next()) if (next.value === wanted) return true;
  return false;
}

/**
 * The bytes of an event with each text replaced by its digest.
 * @param {any} told
 * @param {Uint8Array} event
 */
async function facts({ texts, salt, kept }, event) {
  const parts = [];
  let end = 0;
  for (const [n, [at, size]] of texts.entries()) {
    const own = kept ? bytesOf(kept[n]) : (await sha256(bytesOf(salt), bigEndian(n))).slice(0, 16);
    const isRemoved = own.length === DIGEST_LENGTH / 2;
    parts.push(event.slice(end, at), encoded(`#${hex(isRemoved ? own : await sha256(own, event.slice(at, at + size)))}`));
    end = at + size;
  }
  return joined(...parts, event.slice(end));
}

/** @param {number} number */
function bigEndian(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/** @param {string} text */
const encoded = (text) => new TextEncoder().encode(text);

/** @param {...Uint8Array} parts */
const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));

/** @param {...Uint8Array} parts */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const part of parts) {
    whole.set(part, start);
    start += part.length;
  }
  return whole;
}

/**
 * @param {boolean} holds
 * @param {string} sentence
 */
function hold(holds, sentence) {
  if (!holds) throw new NotVerified(sentence);
}
