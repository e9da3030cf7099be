// The formula of dice: compute the dice of a seed in this browser (docs/dice.md).

import type { Schemas } from "../session/watch";
import { hex, hmac, joined, sha256, utf8 } from "./sha256";

/** How a die came to its face: the digest's bytes up to the first that is fair, which is the last of them. */
export type Step = { number: number; message: string; digest: string; bytes: number[]; limit: number; value: number };

/** The separator of a message's parts: it can stand in none of them. */
const BETWEEN = "\0";

/**
 * Die n of d faces: the first byte of the HMAC that is less than the greatest multiple of d up to 256.
 * @param session the session of the dice
 * @param nonces in seat order
 */
export async function face(seed: Uint8Array<ArrayBuffer>, session: string, number: number, nonces: string[], faces: number): Promise<Step> {
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

/** The commitment to the values of dice that lie face down. */
export async function seal(seed: Uint8Array<ArrayBuffer>, session: string, roll: Schemas["Roll"], values: number[]) {
  const salt = await hmac(seed, utf8([session, "salt", roll.first].join(BETWEEN)));
  return sealed(salt, ["roll", roll.eyes ?? [], JSON.stringify(values)]);
}

/** The commitment to a sealed part: its name, its readers, its text. */
export const sealed = async (salt: Uint8Array<ArrayBuffer>, part: [string, string[], string]) =>
  hex(await sha256(joined(salt, utf8(JSON.stringify(part)))));

/** A message to show: its parts, which zero bytes join. */
export const readable = (message: string) => message.replaceAll(BETWEEN, " ‖ ");
