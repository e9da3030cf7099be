// A file's lines, read as they are needed: a long archive is never in memory as a whole.

import { joined } from "../why/sha256";

/** The byte that ends a line. */
const FEED = 0x0a;

/** The maximum length of a line, in bytes. Lines of archives are far shorter. */
const LONGEST = 16 * 2 ** 20;

/** After this time, in milliseconds, the work on lines pauses, so that the page can do something else. */
const SLICE = 24;

/** A file that is no UTF-8 text, or has too long a line. */
export class NoTextError extends Error {}

/**
 * A file's lines, each with the line feed that ends it. The last line may have no line feed.
 * @param told receives the number of bytes read, from time to time
 */
export async function* linesOf(file: Blob, told: (read: number) => void, signal: AbortSignal): AsyncGenerator<string> {
  const reader = file.stream().getReader();
  let [rest, read, since] = [new Uint8Array(), 0, performance.now()];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    rest = joined(rest, value);
    read += value.length;
    let start = 0;
    for (let end = rest.indexOf(FEED); end >= 0; end = rest.indexOf(FEED, start)) {
      signal.throwIfAborted();
      yield textOf(rest.subarray(start, end + 1));
      start = end + 1;
      if (performance.now() - since < SLICE) continue;
      told(read);
      await new Promise((resume) => setTimeout(resume));
      since = performance.now();
    }
    rest = rest.slice(start);
    if (rest.length > LONGEST) throw new NoTextError();
  }
  if (rest.length > 0) yield textOf(rest);
}

/** Decode bytes as UTF-8. Throws instead of replacing invalid bytes, because hashes cover the bytes. */
function textOf(bytes: Uint8Array) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new NoTextError();
    throw error;
  }
}
