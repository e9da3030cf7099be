/**
 * @typedef {import("./answers.js").SessionView} SessionView
 * @typedef {import("./answers.js").StateView} StateView
 * @typedef {import("./answers.js").OptionsView} OptionsView
 * @typedef {import("./answers.js").EventView} EventView
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./forms.js").Move} Move
 */
/** A session at a version. What is read of it is of that version, and read once. */
export class Moment {
    /**
     * @param {Session} session
     * @param {SessionView} view the session itself: its title, its seats, where play is
     * @param {string} tag what the version is called in an `If-Match`
     */
    constructor(session: Session, view: SessionView, tag: string);
    session: import("./session.js").Session;
    view: import("./answers.js").SessionView;
    tag: string;
    /** The number of its newest event. */
    get version(): number;
    /** Whom play waits for, and for what. */
    get awaited(): import("./answers.js").Awaited[];
    /** What play waits for from the session's own seat. */
    get awaits(): import("./answers.js").Awaited[];
    /** Whether the game has ended. */
    get isOver(): boolean;
    /** The table and the play, as the seat may see them. */
    state(): Promise<import("./answers.js").StateView>;
    /** The moves that are open to the seat, each as a form. */
    options(): Promise<Form[]>;
    /** The forms that give what play waits for from the seat. */
    answers(): Promise<Form[]>;
    /**
     * Make a move on what is seen here; nothing, where play has gone on meanwhile.
     * @param {string | Move} move
     * @param {Record<string, unknown>} [fields]
     * @returns {Promise<EventView | null>}
     */
    move(move: string | Move, fields?: Record<string, unknown>): Promise<EventView | null>;
    #private;
}
/** A moment at which play waits for the session's seat, and the forms that answer. */
export class Turn {
    /**
     * @param {Moment} moment
     * @param {Form[]} forms
     */
    constructor(moment: Moment, forms: Form[]);
    moment: Moment;
    forms: Form[];
    /**
     * Make a move on what is seen here; nothing, where play went on: another turn will come.
     * @param {string | Move} move
     * @param {Record<string, unknown>} [fields]
     */
    move(move: string | Move, fields?: Record<string, unknown>): Promise<import("./answers.js").EventView | null>;
}
export type SessionView = import("./answers.js").SessionView;
export type StateView = import("./answers.js").StateView;
export type OptionsView = import("./answers.js").OptionsView;
export type EventView = import("./answers.js").EventView;
export type Session = import("./session.js").Session;
export type Move = import("./forms.js").Move;
import { Form } from "./forms.js";
