// Bytes as hexadecimal text, and unique keys.

/** @param {Iterable<number>} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
export const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** A unique key, also in a page that has no `randomUUID` because it came over plain HTTP. */
export const newKey = () => hex(crypto.getRandomValues(new Uint8Array(16)));
