/**
 * Return a delivery if it is signed with the secret. While a secret is being replaced, give both. Throws `NotVerified`.
 * @param {string | string[]} secret
 * @param {Headers | Record<string, string | string[] | undefined>} headers
 * @param {Uint8Array | string} body as it came
 * @returns {Promise<Delivery>}
 */
export function verified(secret: string | string[], headers: Headers | Record<string, string | string[] | undefined>, body: Uint8Array | string): Promise<Delivery>;
/**
 * A delivery: a session has a new version, or a newer server reports something else.
 */
export type Delivery = {
    type: string;
    timestamp: string;
    data: Record<string, any>;
};
