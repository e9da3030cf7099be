// The exact form of an event's line in the log (docs/hash-chain.md). A line with bytes that no hash covers is refused.

import { hex, unhex, utf8 } from "./sha256";

const REMOVED = '"[redacted]"';
export const DIGEST_LENGTH = 64;
const QUOTE = 0x22;
const LINE =
  /^\{"version":[1-9]\d*,"type":"[a-z_]+",(?:"format":(?!1,)[1-9]\d*,)?"hash":"[0-9a-f]{64}",(?:"request":"[0-9a-f]{64}",)?(?<salt>"salt":"[0-9a-f]{32}",)?"texts":\[(?:\[\d+,\d+\],?)*\](?<kept>,"kept":\[(?:"[0-9a-f]{32}(?:[0-9a-f]{32})?",?)*\])?(?:,"sealed":(?<sealed>\[.*?\]))?,"event":(?<event>\{.*\})\}$/s;

/**
 * The members of an event's line apart from the event. `texts` has the positions and lengths of its texts. `salt` is the salt of all texts.
 * After a redaction, `kept` has the salt of each text that is left and the digest of each removed one.
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

/** A sealed part whose content this reader may see. */
export type Part = { name: string; eyes: string[]; salt: string; text: string };

/**
 * Read an event's line. Return null if it does not have the exact form that the log writes.
 * @param line the line without its line feed
 * @returns the members, with the event as text (`text`) and as an object (`event`)
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

/** Sealed parts in the form that the log writes. */
function asSealed(parts: Part[] | undefined) {
  if (!parts?.length) return "";
  return JSON.stringify(parts.map(({ name, eyes, salt, text }) => ({ name, eyes, salt: hex(unhex(String(salt))), text })));
}

/** Whether there are texts at the given places of an event, without overlaps, and each removed text is `[redacted]`. */
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
