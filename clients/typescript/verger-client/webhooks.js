// Webhooks: verify that the server signed a delivery (Standard Webhooks), and read it.

import { NotVerified } from "./errors.js";

/**
 * A delivery. It reports a new version of a session, or, from a newer server, another fact.
 * @typedef {{type: string, timestamp: string, data: Record<string, any>}} Delivery
 */

const TOLERANCE_SECONDS = 300;

/**
 * Return a delivery if it is signed with the secret. While a secret is being replaced, pass the old and the new one. Throws `NotVerified`.
 * @param {string | string[]} secret
 * @param {Headers | Record<string, string | string[] | undefined>} headers
 * @param {Uint8Array | string} body the received bytes, unchanged
 * @returns {Promise<Delivery>}
 */
export async function verified(secret, headers, body) {
  const fields = headers instanceof Headers ? headers : new Headers(/** @type {Record<string, string>} */ (headers));
  const [id, at, sent] = ["id", "timestamp", "signature"].map((name) => fields.get(`webhook-${name}`) ?? "");
  if (!/^\d+$/.test(at ?? "") || Math.abs(Date.now() / 1000 - Number(at)) > TOLERANCE_SECONDS)
    throw new NotVerified("The delivery is too old, or from the future.");
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = new Uint8Array([...new TextEncoder().encode(`${id}.${at}.`), ...bytes]);
  const signatures = (sent ?? "").split(" ").flatMap((one) => (one.startsWith("v1,") ? [fromBase64(one.slice(3))] : []));
  for (const one of [secret].flat()) {
    const key = await keyOf(one);
    for (const signature of signatures) {
      if (await crypto.subtle.verify("HMAC", key, signature, signed)) return JSON.parse(new TextDecoder().decode(bytes));
    }
  }
  throw new NotVerified("The delivery is not signed with this secret.");
}

/** @param {string} secret */
const keyOf = (secret) =>
  crypto.subtle.importKey("raw", fromBase64(secret.replace(/^whsec_/, "")), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);

/** @param {string} text */
function fromBase64(text) {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
