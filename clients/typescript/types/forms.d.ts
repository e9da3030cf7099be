/**
 * The forms that give what is awaited: those of its name, else those by its rule.
 * @param {Option[]} options
 * @param {Awaited[]} waits
 */
export function answering(options: Option[], waits: Awaited[]): Form[];
/** A move that is open to a seat: what to call it, what it costs, and what there is to fill in. */
export class Form {
    /**
     * @param {Option} option
     * @param {string} [about] what it is an answer to, such as a proposal's id: chosen where it can be
     */
    constructor(option: Option, about?: string);
    option: import("./answers.js").Option;
    about: string;
    /** The move's name. */
    get move(): string;
    /** What to call it, as on a button. */
    get label(): string;
    /** The tokens that it costs, by their kinds. */
    get price(): Record<string, number>;
    /** What there is to fill in: `field` is the kind, `choices` are the legal values where there are some. */
    get fields(): import("./answers.js").Field[];
    /**
     * The move, with these values; what is not given is left out or the first that is legal. With a `random`, such as `Math.random`, it is
     * drawn from all that is legal, and words are made up. Throws `FormError`.
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
