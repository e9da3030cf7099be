// The formula of dice: what a seed gives, worked out in this browser (docs/dice.md).

import { hex, hmac, joined, sha256, utf8 } from "./sha256.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */

/**
 * How a die came to its face: the digest's bytes up to the first that is fair, which is the last of them.
 * @typedef {{number: number, message: string, digest: string, bytes: number[], limit: number, value: number}} Step
 */

/** What joins a message's parts: it can stand in none of them. */
const BETWEEN = "\0";

/**
 * Die n of d faces: the first byte of the HMAC that is less than the greatest multiple of d up to 256.
 * @param {Uint8Array<ArrayBuffer>} seed
 * @param {string} session whose dice they are
 * @param {number} number
 * @param {string[]} nonces in seat order
 * @param {number} faces
 * @returns {Promise<Step>}
 */
export async function face(seed, session, number, nonces, faces) {
  const message = [session, number, ...nonces].join(BETWEEN);
  const limit = 256 - (256 % faces);
  const bytes = [];
  let block = await hmac(seed, utf8(message));
  const digest = hex(block);
  for (;;) {
    for (const byte of block) {
      bytes.push(byte);
      if (byte < limit) return { number, message, digest, bytes, limit, value: (byte % faces) + 1 };
    }
    block = await hmac(seed, block);
  }
}

/**
 * What commits to the values of dice that lie face down.
 * @param {Uint8Array<ArrayBuffer>} seed
 * @param {string} session
 * @param {Schemas["Roll"]} roll
 * @param {number[]} values
 */
export async function seal(seed, session, roll, values) {
  const salt = await hmac(seed, utf8([session, "salt", roll.first].join(BETWEEN)));
  return sealed(salt, ["roll", roll.eyes ?? [], JSON.stringify(values)]);
}

/**
 * What commits to a sealed part: its name, whose eyes it is for, its text.
 * @param {Uint8Array<ArrayBuffer>} salt
 * @param {[string, string[], string]} part
 */
export const sealed = async (salt, part) => hex(await sha256(joined(salt, utf8(JSON.stringify(part)))));

/**
 * A message to show: its parts, which zero bytes join.
 * @param {string} message
 */
export const readable = (message) => message.replaceAll(BETWEEN, " ‖ ");
