// The hash chain: whether an event is what it holds, worked out in this browser (docs/hash-chain.md).

import { hex, joined, sha256, unhex, utf8 } from "./sha256.js";

/** @typedef {import("../session/watch.js").Watch} Watch */

/**
 * What an event's hash was worked out from.
 * @typedef {{previous: string, session: string, digest: string, found: string, needed: string, isRedacted: boolean}} Link
 */

export const BEFORE_FIRST = "00".repeat(32);
const MEMBER = '"event":';

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
  /** @type {{version: number, hash: string, salt?: string, digest?: string}} */
  const { version, hash, salt, digest: kept } = JSON.parse(text);
  // A quotation mark within a text has a backslash before it: this is the member and nothing else.
  const event = text.slice(text.indexOf(MEMBER) + MEMBER.length, text.lastIndexOf("}"));
  const { digest, found } = await linked({ version, salt, digest: kept, event }, session, previous);
  return { previous, session, digest, found, needed: hash, isRedacted: kept !== undefined };
}

/**
 * The hash of an event: of the one before, its session, its version, and the digest of its text.
 * @param {{version: number, salt?: string, digest?: string, event: string}} told the event byte for byte; redacted, the digest that was kept
 * @param {string} session that recorded it
 * @param {string} previous
 */
export async function linked({ version, salt, digest: kept, event }, session, previous) {
  const digest = kept ? unhex(kept) : await sha256(joined(unhex(salt ?? ""), utf8(event)));
  const id = unhex(session.replaceAll("-", ""));
  const found = hex(await sha256(joined(unhex(previous), id, eightBytes(version), digest)));
  return { digest: hex(digest), found };
}

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

/** @param {number} version */
function eightBytes(version) {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigUint64(0, BigInt(version));
  return new Uint8Array(bytes.buffer);
}

/**
 * Work out every event's hash from the first one to a version.
 * @param {Watch} watch
 * @param {number} until
 * @param {(version: number) => void} told now and then, how far it is
 * @param {AbortSignal} signal
 * @returns {Promise<number | null>} the first version whose hash is not what the log gives
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
