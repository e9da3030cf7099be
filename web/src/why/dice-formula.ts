// The dice formula: compute the dice of a seed in this browser (docs/dice.md).

import type { Schemas } from "../session/watch";
import { hex, hmac, joined, sha256, utf8 } from "./sha256";

/** How a die got its value. `bytes` has the bytes of the digest up to the first one below `limit`, which gives the value. */
export type Step = { number: number; message: string; digest: string; bytes: number[]; limit: number; value: number };

/** The separator between the parts of a message. No part contains it. */
const BETWEEN = "\0";

/**
 * Compute one die: the first byte of the HMAC that is less than the greatest multiple of `faces` up to 256 gives its value.
 * @param session the id of the session that rolled the dice
 * @param nonces the nonces of the seats, in the order of seats
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

/** The commitment to a sealed part, which has a name, readers and a text. */
export const sealed = async (salt: Uint8Array<ArrayBuffer>, part: [string, string[], string]) =>
  hex(await sha256(joined(salt, utf8(JSON.stringify(part)))));

/** A message with a visible sign in place of the zero bytes between its parts. */
export const readable = (message: string) => message.replaceAll(BETWEEN, " ‖ ");
