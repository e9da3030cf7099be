/**
 * Return a delivery if it is signed with the secret. While a secret is being replaced, pass the old and the new one. Throws `NotVerified`.
 * @param {string | string[]} secret
 * @param {Headers | Record<string, string | string[] | undefined>} headers
 * @param {Uint8Array | string} body the received bytes, unchanged
 * @returns {Promise<Delivery>}
 */
export function verified(secret: string | string[], headers: Headers | Record<string, string | string[] | undefined>, body: Uint8Array | string): Promise<Delivery>;
/**
 * A delivery. It reports a new version of a session, or, from a newer server, another fact.
 */
export type Delivery = {
    type: string;
    timestamp: string;
    data: Record<string, any>;
};
