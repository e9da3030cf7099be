/**
 * Whether a field can be left out: an optional field, or a field of an unknown kind.
 * @param {Field} field
 */
export function isOptional(field: Field): boolean;
/** A way to fill in forms: with the first legal value, or at random. */
export class Filling {
    /** @param {(() => number) | null} random */
    constructor(random: (() => number) | null);
    random: (() => number) | null;
    /**
     * The filled-in move, or the filled-in part of a move.
     * @param {Option} option
     * @param {Part} given
     * @param {Part} around
     * @returns {Part}
     */
    part(option: Option, given: Part, around: Part): Part;
    #private;
}
export type Option = import("./answers.js").Option;
export type Field = import("./answers.js").Field;
export type Part = Record<string, any>;
