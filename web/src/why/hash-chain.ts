// The hash chain: this browser computes the hash of an event and compares it with the recorded hash (docs/hash-chain.md).

import type { Watch } from "../session/watch";
import type { Beside } from "./event-line";
import { DIGEST_LENGTH, eventLine } from "./event-line";
import { hex, joined, sha256, unhex, utf8 } from "./sha256";

/** The parts of an event's hash, the computed hash (`found`) and the recorded one (`needed`). */
type Link = { previous: string; session: string; digest: string; found: string; needed: string; isRedacted: boolean };

export const BEFORE_FIRST = "00".repeat(32);

/** Compute the hash of an event from its text and from the hash of the event before it. */
export async function link(watch: Watch, version: number, signal: AbortSignal): Promise<Link> {
  const text = await answer(watch, version, signal);
  return hashOf(holder(watch, version), text, version > 1 ? JSON.parse(await answer(watch, version - 1, signal)).hash : BEFORE_FIRST);
}

/**
 * @param session the id of the session that recorded the event
 * @param text the exact text of the answer, because JSON that was parsed and written again can have another digest
 */
async function hashOf(session: string, text: string, previous: string): Promise<Link> {
  const told = eventLine(text);
  // A line in another form counts as broken, because some of its bytes could be changed without changing the hash.
  if (!told) return { previous, session, digest: "", found: "", needed: JSON.parse(text).hash, isRedacted: false };
  const { digest, found } = await linked(told, session, previous);
  return { previous, session, digest, found, needed: told.hash, isRedacted: told.kept !== undefined };
}

/**
 * Compute the hash of an event from the hash before it, its session, its version, and its digest.
 * @param told the line of the event, with its exact text
 * @param session the id of the session that recorded the event
 */
export async function linked(told: Beside & { text: string }, session: string, previous: string) {
  const digest = await sha256(joined(unhex(told.request ?? ""), await facts(told, utf8(told.text))));
  const id = unhex(session.replaceAll("-", ""));
  const found = hex(await sha256(joined(unhex(previous), id, bigEndian(told.version, 8), digest)));
  return { digest: hex(digest), found };
}

/** The bytes of an event with each text replaced by its digest. */
async function facts({ texts, salt, kept }: Beside, event: Uint8Array<ArrayBuffer>) {
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

/** The numbers of the texts that were removed from an event. */
export const gone = (kept: string[]) => [...kept.keys()].filter((n) => kept[n]?.length === DIGEST_LENGTH);

/** The id of the session that recorded a version. In a fork, its ancestors have recorded the versions before it begins. */
export const holder = ({ session }: Watch, version: number): string => heldBy(session.forked_from?.lineage ?? [], session.session, version);

/**
 * The id of the session that recorded a version.
 * @param lineage the ancestors, each with the last version that it recorded
 * @param own the id of the session itself
 */
export function heldBy(lineage: { session: string; until: number }[], own: string, version: number) {
  let [from, to] = [0, lineage.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((lineage[middle]?.until ?? 0) < version) from = middle + 1;
    else to = middle;
  }
  return lineage[from]?.session ?? own;
}

const answer = ({ api }: Watch, version: number, signal: AbortSignal) => api.source(`/events/${version}`, signal);

/** @param size the number of bytes */
const bigEndian = (number: number, size: number) => unhex(number.toString(16).padStart(size * 2, "0"));

/**
 * Compute the hashes of all events up to a version.
 * @param told receives the number of checked versions, from time to time
 * @returns the first version whose hash does not fit; null if all fit
 */
export async function firstBroken(
  watch: Watch,
  until: number,
  told: (version: number) => void,
  signal: AbortSignal,
): Promise<number | null> {
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
