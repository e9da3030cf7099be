/**
 * Whether a field may be left out; one of an unknown kind is.
 * @param {Field} field
 */
export function isOptional(field: Field): boolean;
/** How forms are filled in: by the first that is legal, or at random. */
export class Filling {
    /**
     * @param {(() => number) | null} random
     * @param {string} about
     */
    constructor(random: (() => number) | null, about: string);
    random: (() => number) | null;
    about: string;
    /**
     * A move, or a part of one that lies in another.
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
