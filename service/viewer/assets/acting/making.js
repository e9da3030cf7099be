// Making a move that somebody chose on the picture, and saying there what came of it.

import { insist, isStale } from "../play/insist.js";
import { Problem } from "../session/api.js";
import { Sending } from "../session/sending.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("./open.js").Opening} Opening */
/** @typedef {import("./takes.js").Taking} Taking */

const CHANGED = "Meanwhile this has changed: look at it again.";

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
   * @param {string} id of the element that it takes
   * @param {Taking} way
   */
  async make(id, way) {
    if (this.isSending) return;
    this.isSending = true;
    this.#tell("Your move is on its way.");
    const { watch, opening } = this;
    try {
      const isSame = async () => has(await opening.again(), id, way);
      const event = await insist(async () => this.sending.make(way.known, watch.unanswered, (await opening.now)?.version), isSame);
      // The bar of time says what was done.
      this.#tell("");
      if (event.version === watch.head + 1) watch.grow(event);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#tell(isStale(error) ? CHANGED : [error.message, error.body.remedy].filter(Boolean).join(" "));
    } finally {
      this.isSending = false;
    }
  }

  /** @param {string} said */
  #tell(said) {
    this.said.textContent = said;
  }
}

/**
 * Whether a way is open as it was.
 * @param {import("./open.js").Open | null} open
 * @param {string} id
 * @param {Taking} way
 */
const has = (open, id, way) => (open?.takes.get(id) ?? []).some((one) => JSON.stringify(one) === JSON.stringify(way));
