// Moments: a session at a version, and the seats that play waits for.

import { QuestionClosed, Stale } from "./errors.js";
import { Form } from "./forms.js";

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
  /** @type {Promise<StateView> | undefined} */
  #state;
  /** @type {Promise<OptionsView> | undefined} */
  #options;

  /**
   * @param {Session} session
   * @param {SessionView} view the title, the seats, the step of play and other facts
   * @param {string} tag the version in the form for `If-Match`
   */
  constructor(session, view, tag) {
    this.session = session;
    this.view = view;
    this.tag = tag;
  }

  /** The number of the newest event at this moment. */
  get version() {
    return this.view.version;
  }

  /** The questions that play waits for, each with its seats and the kind of answer. */
  get awaited() {
    return this.view.awaited;
  }

  /** The questions to the session's own seat. */
  get awaits() {
    return this.awaited.filter(({ seats }) => this.session.seat !== null && seats.includes(this.session.seat));
  }

  /** Whether the game has ended. */
  get isOver() {
    return this.view.step === "over";
  }

  /** The table and the play, as the seat may see them. */
  state() {
    this.#state ??= this.session.getState({ at: this.version });
    return this.#state;
  }

  /** The moves that the seat can make, each as a form. */
  async options() {
    return (await this.#opened()).options.map((option) => new Form(option));
  }

  /** The forms that answer the questions to the seat. */
  async answers() {
    return this.awaits.length ? (await this.options()).filter(({ answers }) => answers) : [];
  }

  /**
   * Fill in a form and send it as the answer to its question. The answer is valid even if others have moved since. Returns null, and makes
   * no move, if the seat is no longer asked the question.
   * @param {Form} form
   * @param {Record<string, unknown>} [given]
   * @param {(() => number) | null} [random]
   * @returns {Promise<EventView | null>}
   */
  async answer(form, given, random) {
    try {
      return await this.session.move(form.fill(given, random), {}, { question: form.answers?.question });
    } catch (error) {
      if (error instanceof QuestionClosed) return null;
      throw error;
    }
  }

  /**
   * Make a move at this version. Returns null, and makes no move, if the session has a newer version.
   * @param {string | Move} move
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<EventView | null>}
   */
  async move(move, fields) {
    try {
      return await this.session.move(move, fields, { seen: this.tag });
    } catch (error) {
      if (error instanceof Stale) return null;
      throw error;
    }
  }

  #opened() {
    this.#options ??= this.session.getOptions({ at: this.version });
    return this.#options;
  }
}

/** A moment when play waits for the session's seat, and the forms that answer. */
export class Turn {
  /**
   * @param {Moment} moment
   * @param {Form[]} forms
   */
  constructor(moment, forms) {
    this.moment = moment;
    this.forms = forms;
  }

  /**
   * Make a move at this version. Returns null if there is a newer version. Then wait for the next turn.
   * @param {string | Move} move
   * @param {Record<string, unknown>} [fields]
   */
  move(move, fields) {
    return this.moment.move(move, fields);
  }

  /**
   * Answer with a form. Returns null if its question is closed. Then wait for the next turn.
   * @param {Form} form
   * @param {Record<string, unknown>} [given]
   * @param {(() => number) | null} [random]
   */
  answer(form, given, random) {
    return this.moment.answer(form, given, random);
  }
}
