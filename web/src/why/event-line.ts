// An event's line as the log writes it, letter by letter (docs/hash-chain.md). Bytes that no hash covers are refused.

import { hex, unhex, utf8 } from "./sha256";

const REMOVED = '"[redacted]"';
export const DIGEST_LENGTH = 64;
const QUOTE = 0x22;
const LINE =
  /^\{"version":[1-9]\d*,"type":"[a-z_]+",(?:"format":(?!1,)[1-9]\d*,)?"hash":"[0-9a-f]{64}",(?:"request":"[0-9a-f]{64}",)?(?<salt>"salt":"[0-9a-f]{32}",)?"texts":\[(?:\[\d+,\d+\],?)*\](?<kept>,"kept":\[(?:"[0-9a-f]{32}(?:[0-9a-f]{32})?",?)*\])?(?:,"sealed":(?<sealed>\[.*?\]))?,"event":(?<event>\{.*\})\}$/s;

/**
 * The members of an event's line apart from the event: the places of its texts, and the salt of these, or the salt or
 * digest that is kept of each.
 */
export type Beside = {
  version: number;
  type: string;
  hash: string;
  texts: [number, number][];
  request?: string;
  salt?: string;
  kept?: string[];
  sealed?: Part[];
};

/** a sealed part that is shown */
export type Part = { name: string; eyes: string[]; salt: string; text: string };

/**
 * Read an event's line. Return null if it is not written as the log writes events.
 * @param line without a line feed
 * @returns with the event as it was written, and as it is read
 */
export function eventLine(line: string): (Beside & { text: string; event: any }) | null {
  const found = LINE.exec(line)?.groups;
  const told = parsed(line);
  if (!told || !found || !found.salt === !found.kept) return null;
  const text = found.event ?? "";
  if (JSON.stringify(told.event) !== text || asSealed(told.sealed) !== (found.sealed ?? "")) return null;
  return areTexts(told, utf8(text)) ? { ...told, text } : null;
}

/** Read a text as JSON. Return null if it is no JSON. */
export function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Sealed parts as the log writes them. */
function asSealed(parts: Part[] | undefined) {
  if (!parts?.length) return "";
  return JSON.stringify(parts.map(({ name, eyes, salt, text }) => ({ name, eyes, salt: hex(unhex(String(salt))), text })));
}

/** Whether texts stand one behind the other at the places in a line, and each removed text reads `[redacted]`. */
function areTexts({ texts, kept }: Beside, event: Uint8Array) {
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
