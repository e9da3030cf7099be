// A signed checkpoint: whether a server's key has signed the hash of a version of the archive (RFC 8032).

import { parsed } from "../why/event-line";
import { heldBy } from "../why/hash-chain";
import { hex, isNative, sha256, unhex, utf8 } from "../why/sha256";
import type { Archive } from "./check";
import { WrongError } from "./form";

type Checkpoint = { session: string; version: number; hash: string; key: string; signature: string };

/** A signature that cannot be judged, with the reason. */
export class UnsaidError extends Error {}

const KEY = /^[0-9a-f]{64}$/;
const KEY_ID = /^[0-9a-f]{16}$/;
const SIGNATURE = /^[0-9a-f]{128}$/;
const DAMAGED = "That is no checkpoint: it is the answer of “GET …/checkpoint”, in braces.";
const NO_KEYS = "Those are no keys: they are the answer of “GET /v1/keys”, or one key in 64 hexadecimal digits.";

/** The kind of a file's text that somebody opens together with an archive; null if it is neither a checkpoint nor keys. */
export function kindOf(text: string): "checkpoint" | "keys" | null {
  const told = parsed(text);
  if (Array.isArray(told?.keys) || KEY.test(text.trim())) return "keys";
  return told?.signature && told.session ? "checkpoint" : null;
}

/**
 * Check that an archive holds the event of a checkpoint. Throws `WrongError` if it does not, and `UnsaidError` if this cannot be known.
 * @param signed the text of the checkpoint
 * @param known the text with the keys
 */
export async function held(archive: Archive, signed: string, known: string): Promise<Checkpoint> {
  const checkpoint = checkpointOf(signed);
  await verified(checkpoint, await keyOf(checkpoint, known));
  const { header, hashes } = archive;
  const { session, version, hash } = checkpoint;
  if (session !== heldBy(header.lineage, header.session, version))
    throw new UnsaidError("The checkpoint is of another session than the archive.");
  if (version > hashes.length)
    throw new UnsaidError(
      `The archive ends with event ${hashes.length}, and the checkpoint is of event ${version}: it is an earlier copy, or its end was cut off.`,
    );
  if (hashes[version - 1] !== hash) throw new WrongError(version, "it is not the event that the checkpoint was signed for");
  return checkpoint;
}

function checkpointOf(text: string): Checkpoint {
  const told = parsed(text);
  const isOne = Number.isInteger(told?.version) && SIGNATURE.test(told.signature) && KEY.test(told.hash) && KEY_ID.test(told.key);
  if (!isOne) throw new UnsaidError(DAMAGED);
  return told;
}

async function keyOf({ key: id }: Checkpoint, known: string) {
  const told = parsed(known);
  const keys: string[] = KEY.test(known.trim()) ? [known.trim()] : (told?.keys?.map?.((one: any) => String(one?.public_key)) ?? []);
  if (!keys.some((key) => KEY.test(key))) throw new UnsaidError(NO_KEYS);
  for (const key of keys) if (hex(await sha256(unhex(key))).startsWith(id)) return unhex(key);
  throw new UnsaidError("None of these keys signed the checkpoint, so it says nothing of this archive.");
}

async function verified({ session, version, hash, signature }: Checkpoint, key: Uint8Array<ArrayBuffer>) {
  if (!isNative())
    throw new UnsaidError(
      "This page came over plain http, where browsers check no signatures: open it over https, or on the server's own machine.",
    );
  const text = utf8(`verger-checkpoint-1\n${session}\n${version}\n${hash}\n`);
  const imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]).catch((error) => {
    if (error.name === "NotSupportedError")
      throw new UnsaidError("This browser cannot check signatures of type Ed25519: try a newer browser.");
    throw new UnsaidError(NO_KEYS);
  });
  if (!(await crypto.subtle.verify("Ed25519", imported, unhex(signature), text)))
    throw new UnsaidError(
      "The checkpoint's signature is not that of the key: one of them was changed, so it says nothing of this archive.",
    );
}
