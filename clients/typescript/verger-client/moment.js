// Moments: a session as it is at a version, and whose turn it is then.

import { Stale } from "./errors.js";
import { answering, Form } from "./forms.js";

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
  /** @type {Promise<StateView> | undefined} */
  #state;
  /** @type {Promise<OptionsView> | undefined} */
  #options;

  /**
   * @param {Session} session
   * @param {SessionView} view the session itself: its title, its seats, where play is
   * @param {string} tag what the version is called in an `If-Match`
   */
  constructor(session, view, tag) {
    this.session = session;
    this.view = view;
    this.tag = tag;
  }

  /** The number of its newest event. */
  get version() {
    return this.view.version;
  }

  /** Whom play waits for, and for what. */
  get awaited() {
    return this.view.awaited;
  }

  /** What play waits for from the session's own seat. */
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

  /** The moves that are open to the seat, each as a form. */
  async options() {
    return (await this.#opened()).options.map((option) => new Form(option));
  }

  /** The forms that give what play waits for from the seat. */
  async answers() {
    return this.awaits.length ? answering((await this.#opened()).options, this.awaits) : [];
  }

  /**
   * Make a move on what is seen here; nothing, where play has gone on meanwhile.
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

/** A moment at which play waits for the session's seat, and the forms that answer. */
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
   * Make a move on what is seen here; nothing, where play went on: another turn will come.
   * @param {string | Move} move
   * @param {Record<string, unknown>} [fields]
   */
  move(move, fields) {
    return this.moment.move(move, fields);
  }
}
