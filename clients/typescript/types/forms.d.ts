/**
 * The forms that answer the waits: moves of the name of a wait, else moves with its rule.
 * @param {Option[]} options
 * @param {Awaited[]} waits
 */
export function answering(options: Option[], waits: Awaited[]): Form[];
/** A move that a seat can make, with its label, its price and its fields. */
export class Form {
    /**
     * @param {Option} option
     * @param {string} [about] the id that the move answers, such as a proposal's; it is chosen if it is legal
     */
    constructor(option: Option, about?: string);
    option: import("./answers.js").Option;
    about: string;
    /** The move's name. */
    get move(): string;
    /** The text of a button for the move. */
    get label(): string;
    /** The tokens that the move costs, by their kinds. */
    get price(): Record<string, number>;
    /** The fields to fill in: `field` is the kind, and `choices` has the legal values if they are listed. */
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
