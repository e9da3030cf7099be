// The hash chain: this browser computes the hash of an event and compares it (docs/hash-chain.md).

import { DIGEST_LENGTH, eventLine } from "./event-line.js";
import { hex, joined, sha256, unhex, utf8 } from "./sha256.js";

/** @typedef {import("../session/watch.js").Watch} Watch */

/**
 * What an event's hash was worked out from.
 * @typedef {{previous: string, session: string, digest: string, found: string, needed: string, isRedacted: boolean}} Link
 */

export const BEFORE_FIRST = "00".repeat(32);

/** @typedef {import("./event-line.js").Beside} Beside */

/**
 * Work out an event's hash from the server's answer and from the hash before it.
 * @param {Watch} watch
 * @param {number} version
 * @param {AbortSignal} signal
 * @returns {Promise<Link>}
 */
export async function link(watch, version, signal) {
  const text = await answer(watch, version, signal);
  return hashOf(holder(watch, version), text, version > 1 ? JSON.parse(await answer(watch, version - 1, signal)).hash : BEFORE_FIRST);
}

/**
 * @param {string} session that recorded it
 * @param {string} text the answer byte for byte: of JSON that was read and written again the digest would be another
 * @param {string} previous
 * @returns {Promise<Link>}
 */
async function hashOf(session, text, previous) {
  const told = eventLine(text);
  // A line in another form has no hash: some of its bytes could be exchanged without changing the hash.
  if (!told) return { previous, session, digest: "", found: "", needed: JSON.parse(text).hash, isRedacted: false };
  const { digest, found } = await linked(told, session, previous);
  return { previous, session, digest, found, needed: told.hash, isRedacted: told.kept !== undefined };
}

/**
 * The hash of an event: of the one before, its session, its version, and its digest.
 * @param {Beside & {text: string}} told the event byte for byte
 * @param {string} session that recorded it
 * @param {string} previous
 */
export async function linked(told, session, previous) {
  const digest = await sha256(joined(unhex(told.request ?? ""), await facts(told, utf8(told.text))));
  const id = unhex(session.replaceAll("-", ""));
  const found = hex(await sha256(joined(unhex(previous), id, bigEndian(told.version, 8), digest)));
  return { digest: hex(digest), found };
}

/**
 * An event with the digests of its texts in place of these.
 * @param {Beside} told
 * @param {Uint8Array<ArrayBuffer>} event
 */
async function facts({ texts, salt, kept }, event) {
  const parts = [];
  let end = 0;
  for (const [n, [at, size]] of texts.entries()) {
    const own = kept ? unhex(kept[n] ?? "") : (await sha256(joined(unhex(salt ?? ""), bigEndian(n, 4)))).slice(0, 16);
    const text = event.slice(at, at + size);
    const isRemoved = kept?.[n]?.length === DIGEST_LENGTH;
    parts.push(event.slice(end, at), utf8(`#${hex(isRemoved ? own : await sha256(joined(own, text)))}`));
    end = at + size;
  }
  return joined(...parts, event.slice(end));
}

/**
 * The numbers of the texts that are gone from an event.
 * @param {string[]} kept
 */
export const gone = (kept) => [...kept.keys()].filter((n) => kept[n]?.length === DIGEST_LENGTH);

/**
 * The session that recorded a version: in a fork its ancestors did up to where it begins.
 * @param {Watch} watch
 * @param {number} version
 * @returns {string}
 */
export const holder = ({ session }, version) => heldBy(session.forked_from?.lineage ?? [], session.session, version);

/**
 * @param {{session: string, until: number}[]} lineage
 * @param {string} own the session that goes on from there
 * @param {number} version
 */
export function heldBy(lineage, own, version) {
  let [from, to] = [0, lineage.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((lineage[middle]?.until ?? 0) < version) from = middle + 1;
    else to = middle;
  }
  return lineage[from]?.session ?? own;
}

/**
 * @param {Watch} watch
 * @param {number} version
 * @param {AbortSignal} signal
 */
const answer = ({ api }, version, signal) => api.source(`/events/${version}`, signal);

/**
 * @param {number} number
 * @param {number} size in bytes
 */
const bigEndian = (number, size) => unhex(number.toString(16).padStart(size * 2, "0"));

/**
 * Work out every event's hash from the first one to a version.
 * @param {Watch} watch
 * @param {number} until
 * @param {(version: number) => void} told now and then, how far it is
 * @param {AbortSignal} signal
 * @returns {Promise<number | null>} the first version with another hash than in the log
 */
export async function firstBroken(watch, until, told, signal) {
  let previous = BEFORE_FIRST;
  let version = 0;
  for await (const text of watch.api.lines({ after: 0, follow: "false" }, signal)) {
    if (!text) continue;
    version += 1;
    const found = JSON.parse(text);
    if (found.version !== version || (await hashOf(holder(watch, version), text, previous)).found !== found.hash) return version;
    if (version % 50 === 0) told(version);
    previous = found.hash;
    if (version === until) return null;
  }
  return version + 1;
}
