/**
 * @typedef {import("./answers.js").SessionView} SessionView
 * @typedef {import("./answers.js").StateView} StateView
 * @typedef {import("./answers.js").OptionsView} OptionsView
 * @typedef {import("./answers.js").EventView} EventView
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./forms.js").Move} Move
 */
/** A session at a version. Its state and its options at this version are requested only once. */
export class Moment {
    /**
     * @param {Session} session
     * @param {SessionView} view the title, the seats, the step of play and other facts
     * @param {string} tag the version in the form for `If-Match`
     */
    constructor(session: Session, view: SessionView, tag: string);
    session: import("./session.js").Session;
    view: import("./answers.js").SessionView;
    tag: string;
    /** The number of the newest event at this moment. */
    get version(): number;
    /** The questions that play waits for, each with its seats and the kind of answer. */
    get awaited(): import("./answers.js").Awaited[];
    /** The questions to the session's own seat. */
    get awaits(): import("./answers.js").Awaited[];
    /** Whether the game has ended. */
    get isOver(): boolean;
    /** The table and the play, as the seat may see them. */
    state(): Promise<import("./answers.js").StateView>;
    /** The moves that the seat can make, each as a form. */
    options(): Promise<Form[]>;
    /** The forms that answer the questions to the seat. */
    answers(): Promise<Form[]>;
    /**
     * Fill in a form and send it as the answer to its question. The answer is valid even if others have moved since. Returns null, and makes
     * no move, if the seat is no longer asked the question.
     * @param {Form} form
     * @param {Record<string, unknown>} [given]
     * @param {(() => number) | null} [random]
     * @returns {Promise<EventView | null>}
     */
    answer(form: Form, given?: Record<string, unknown>, random?: (() => number) | null): Promise<EventView | null>;
    /**
     * Make a move at this version. Returns null, and makes no move, if the session has a newer version.
     * @param {string | Move} move
     * @param {Record<string, unknown>} [fields]
     * @returns {Promise<EventView | null>}
     */
    move(move: string | Move, fields?: Record<string, unknown>): Promise<EventView | null>;
    #private;
}
/** A moment when play waits for the session's seat, and the forms that answer. */
export class Turn {
    /**
     * @param {Moment} moment
     * @param {Form[]} forms
     */
    constructor(moment: Moment, forms: Form[]);
    moment: Moment;
    forms: Form[];
    /**
     * Make a move at this version. Returns null if there is a newer version. Then wait for the next turn.
     * @param {string | Move} move
     * @param {Record<string, unknown>} [fields]
     */
    move(move: string | Move, fields?: Record<string, unknown>): Promise<import("./answers.js").EventView | null>;
    /**
     * Answer with a form. Returns null if its question is closed. Then wait for the next turn.
     * @param {Form} form
     * @param {Record<string, unknown>} [given]
     * @param {(() => number) | null} [random]
     */
    answer(form: Form, given?: Record<string, unknown>, random?: (() => number) | null): Promise<import("./answers.js").EventView | null>;
}
export type SessionView = import("./answers.js").SessionView;
export type StateView = import("./answers.js").StateView;
export type OptionsView = import("./answers.js").OptionsView;
export type EventView = import("./answers.js").EventView;
export type Session = import("./session.js").Session;
export type Move = import("./forms.js").Move;
import { Form } from "./forms.js";
