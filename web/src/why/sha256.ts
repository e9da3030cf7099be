// SHA-256 (FIPS 180-4) and HMAC (RFC 2104). Browsers do not let pages over plain HTTP use the built-in functions.

/** Whether the page can use this browser's built-in SHA-256. */
export const isNative = () => Boolean(globalThis.crypto?.subtle);

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return isNative() ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : computed(bytes);
}

const BLOCK = 64;

/** @param key a key of at most 64 bytes */
export async function hmac(key: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>) {
  const padded = (pad: number) => Uint8Array.from({ length: BLOCK }, (_, n) => (key[n] ?? 0) ^ pad);
  return sha256(joined(padded(0x5c), await sha256(joined(padded(0x36), message))));
}

export function joined(...parts: Uint8Array[]) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const part of parts) {
    whole.set(part, start);
    start += part.length;
  }
  return whole;
}

export const utf8 = (text: string) => new TextEncoder().encode(text);

export const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const unhex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/**
 * The first 32 bits of the fractional parts of roots of the first primes.
 * @param root 2 for square roots, 3 for cube roots
 */
const fractions = (root: number, count: number) => PRIMES.slice(0, count).map((prime) => ((prime ** (1 / root) % 1) * 2 ** 32) | 0);
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && !Array.from({ length: n }).some((_, d) => d > 1 && n % d === 0),
);

export function computed(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = fractions(2, 8);
  for (let block = 0; block < padded.length; block += BLOCK) compress(state, words, block);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => digest.setInt32(n * 4, word));
  return new Uint8Array(digest.buffer);
}

function compress(state: number[], words: DataView, block: number) {
  const schedule = Array.from({ length: 16 }, (_, n) => words.getInt32(block + n * 4));
  const at = (n: number) => schedule[n] ?? 0;
  for (let n = 16; n < 64; n++) {
    const early = turn(at(n - 15), 7) ^ turn(at(n - 15), 18) ^ (at(n - 15) >>> 3);
    const late = turn(at(n - 2), 17) ^ turn(at(n - 2), 19) ^ (at(n - 2) >>> 10);
    schedule.push((at(n - 16) + early + at(n - 7) + late) | 0);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  ROUNDS.forEach((constant, n) => {
    const mixed = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + mixed + ((e & f) ^ (~e & g)) + constant + at(n)) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  });
  [a, b, c, d, e, f, g, h].forEach((word, n) => (state[n] = ((state[n] ?? 0) + word) | 0));
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));
const ROUNDS = fractions(3, 64);
