/**
 * Make a view from answers of the server, which must have the same version.
 * @param {import("./answers.js").StateView} state
 * @param {import("./answers.js").BanksView} banks
 * @param {NetworkView | null} network
 */
export function viewOf({ version, table, play }: import("./answers.js").StateView, { bank, accounts }: import("./answers.js").BanksView, network: NetworkView | null): View;
/**
 * @typedef {import("./records.js").Records} Records
 * @typedef {import("./answers.js").NetworkView} NetworkView
 * @typedef {import("./records.js").Json} Json
 */
/** A session at a version. Each part is the same as in the server's answer, but computed without a request. */
export class View {
    /**
     * @param {number} version
     * @param {Records} records the records that the parts are computed from; no view changes them
     */
    constructor(version: number, records: Records);
    version: number;
    records: import("./records.js").Records;
    /**
     * The tokens of each account that has tokens, by account id and kind. The bank has only the kinds that can run out.
     * @returns {Record<string, Record<string, number>>}
     */
    get banks(): Record<string, Record<string, number>>;
    /** The seats, as in the state of the session. @returns {import("./answers.js").SeatView[]} */
    get seats(): import("./answers.js").SeatView[];
    /** The network in the form of `getNetwork`; null if the game has none. @returns {NetworkView | null} */
    get network(): NetworkView | null;
    /** The sheets in the form of `getSheets`; empty if the game has none. @returns {Json[]} */
    get sheets(): Json[];
    /** The map in the form of the session's state; null if the game has none. @returns {Json | null} */
    get map(): Json | null;
    #private;
}
export type Records = import("./records.js").Records;
export type NetworkView = import("./answers.js").NetworkView;
export type Json = import("./records.js").Json;
