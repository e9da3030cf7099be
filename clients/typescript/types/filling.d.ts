/**
 * Whether a field can be left out: an optional field, or a field of an unknown kind.
 * @param {Field} field
 */
export function isOptional(field: Field): boolean;
/** Fills in options with the first legal values, or with random ones. */
export class Filling {
    /** @param {(() => number) | null} random */
    constructor(random: (() => number) | null);
    random: (() => number) | null;
    /**
     * Fill in an option, or a part of one.
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
