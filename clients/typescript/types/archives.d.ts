/**
 * Check an archive. Throws `NotVerified` at the first wrong version.
 * @param {Uint8Array} archive
 * @returns {Promise<{session: string, events: number, redacted: number}>}
 */
export function verify(archive: Uint8Array): Promise<{
    session: string;
    events: number;
    redacted: number;
}>;
