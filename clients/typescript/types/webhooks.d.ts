/**
 * What a delivery says, if it is signed with the secret. While a secret is being changed give both. Throws `NotVerified`.
 * @param {string | string[]} secret
 * @param {Headers | Record<string, string | string[] | undefined>} headers
 * @param {Uint8Array | string} body as it came
 * @returns {Promise<Delivery>}
 */
export function verified(secret: string | string[], headers: Headers | Record<string, string | string[] | undefined>, body: Uint8Array | string): Promise<Delivery>;
/**
 * What a delivery says: that a session has moved, or something that a newer server tells.
 */
export type Delivery = {
    type: string;
    timestamp: string;
    data: Record<string, any>;
};
