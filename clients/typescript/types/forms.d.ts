/**
 * @typedef {import("./answers.js").Option} Option
 * @typedef {import("./answers.js").Awaited} Awaited
 * @typedef {{move: string, [field: string]: unknown}} Move
 */
/** A move that a seat can make, with its label, its price and its fields. */
export class Form {
    /** @param {Option} option */
    constructor(option: Option);
    option: import("./answers.js").Option;
    /** The name of the move. */
    get move(): string;
    /** The text of a button for the move. */
    get label(): string;
    /** The question that the move answers, with the words for a button; null if it answers none. */
    get answers(): import("./answers.js").Answering | null;
    /** Whether the move destroys something, so that a program should ask its player again. */
    get destroys(): boolean;
    /** The tokens that the move costs, by kind. */
    get price(): Record<string, number>;
    /** The fields to fill in. `field` is the kind of a field, and `choices` has its legal values if they are listed. */
    get fields(): import("./answers.js").Field[];
    /**
     * Return the move with these values. Other fields are left out or get their first legal value. With a `random`, such as `Math.random`,
     * other fields get random legal values and random words. Throws `FormError`.
     * @param {Record<string, unknown>} [given]
     * @param {(() => number) | null} [random]
     * @returns {Move}
     */
    fill(given?: Record<string, unknown>, random?: (() => number) | null): Move;
}
export type Option = import("./answers.js").Option;
export type Awaited = import("./answers.js").Awaited;
export type Move = {
    move: string;
    [field: string]: unknown;
};
