// Making a move that somebody chose on the picture, and saying there what came of it.

import { insist, isStale } from "../play/insist.js";
import { Problem } from "../session/api.js";
import { Sending } from "../session/sending.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("./open.js").Opening} Opening */
/** @typedef {import("./open.js").Open} Open */

const CHANGED = "This has changed: look at it again.";

export class Making {
  /**
   * @param {Watch} watch
   * @param {Opening} opening
   * @param {HTMLElement} said where it is said
   */
  constructor(watch, opening, said) {
    this.watch = watch;
    this.opening = opening;
    this.said = said;
    this.sending = new Sending(watch.api);
    this.isSending = false;
  }

  /**
   * Make a move of which nothing is left to fill in; one after the other.
   * @param {Record<string, unknown>} move
   * @param {(open: Open | null) => boolean} isOpen whether it is open as it was
   * @returns {Promise<boolean>} whether it was made
   */
  async make(move, isOpen) {
    if (this.isSending) return false;
    this.isSending = true;
    this.#tell("Your move is on its way.");
    const { watch, opening } = this;
    try {
      const isSame = async () => isOpen(await opening.again());
      const event = await insist(async () => this.sending.make(move, watch.unanswered, (await opening.now)?.version), isSame);
      // The bar of time says what was done.
      this.#tell("");
      if (event.version === watch.head + 1) watch.grow(event);
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#tell(isStale(error) ? CHANGED : [error.message, error.body.remedy].filter(Boolean).join(" "));
      return false;
    } finally {
      this.isSending = false;
    }
  }

  /** @param {string} said */
  #tell(said) {
    this.said.textContent = said;
  }
}
