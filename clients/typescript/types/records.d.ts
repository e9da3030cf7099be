/**
 * Compute the records after the effects of an event. `earlier` returns the records at a version. Throws `Missing` if an
 * effect is unknown, or if it needs a missing record.
 * @param {Records} records
 * @param {Iterable<Effect>} effects
 * @param {(version: number) => Records} earlier
 */
export function after(records: Records, effects: Iterable<Effect>, earlier: (version: number) => Records): Records;
/**
 * @typedef {Record<string, any>} Json
 * @typedef {Record<string, any>} Effect
 * @typedef {{
 *   ruleset: string, seats: Map<string, import("./answers.js").SeatView>, house_rules: Json, banks: Map<string, Map<string, number>>,
 *   elements: Map<string, Json>, chosen: Map<string, string>, sheets: Map<string, Json>, map: Json, zones: Map<string, Json>,
 *   borders: Map<string, Json>, aspects: Map<string, string>, wards: Json[], hidden: Json[],
 * }} Records
 * @typedef {[verb: string, place: string, value?: any]} Step
 * @typedef {{effects: Record<string, Step[]>, ignored: string}} Known
 * @typedef {{shared: Known, games: Record<string, Known & {limited: string[], points: string[]}>}} Table
 */
export const games: Record<string, Known & {
    limited: string[];
    points: string[];
}>;
/** The records before the first event. @type {Records} */
export const START: Records;
/** An effect is unknown, or it needs a record that is missing. */
export class Missing extends Error {
}
export function own(record: any, key: string): any;
export type Json = Record<string, any>;
export type Effect = Record<string, any>;
export type Records = {
    ruleset: string;
    seats: Map<string, import("./answers.js").SeatView>;
    house_rules: Json;
    banks: Map<string, Map<string, number>>;
    elements: Map<string, Json>;
    chosen: Map<string, string>;
    sheets: Map<string, Json>;
    map: Json;
    zones: Map<string, Json>;
    borders: Map<string, Json>;
    aspects: Map<string, string>;
    wards: Json[];
    hidden: Json[];
};
export type Step = [verb: string, place: string, value?: any];
export type Known = {
    effects: Record<string, Step[]>;
    ignored: string;
};
export type Table = {
    shared: Known;
    games: Record<string, Known & {
        limited: string[];
        points: string[];
    }>;
};
