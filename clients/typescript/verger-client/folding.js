// Folding: the views of a session at every version, computed from its events.

import { NeedsState } from "./errors.js";
import { after, Missing, START } from "./records.js";
import { View } from "./views.js";

/**
 * Computes the views of a session, event by event, from a first view or from the start. After an event of type `redact`, make a new `Fold`,
 * because the redaction changed texts of earlier events.
 */
export class Fold {
  /** @type {Map<number, import("./records.js").Records>} */
  #kept;
  #most;

  /**
   * @param {View} [view]
   * @param {{kept?: number}} [how] the number of newest views to keep for rewinds
   */
  constructor(view = new View(0, START), { kept = 100 } = {}) {
    this.view = view;
    this.#most = kept;
    this.#kept = new Map([[view.version, view.records]]);
  }

  /**
   * Compute the view after the next event, set `view` to it, and return it. If this is impossible, change nothing and throw `NeedsState`.
   * @param {{version: number, event: {effects: import("./records.js").Effect[]}}} event
   */
  take({ version, event: { effects } }) {
    if (version !== this.view.version + 1) throw new NeedsState(version, `the events after ${this.view.version} are missing`);
    this.view = new View(version, this.#after(version, effects));
    this.#kept.set(version, this.view.records);
    for (const oldest of this.#kept.keys()) if (this.#kept.size > this.#most) this.#kept.delete(oldest);
    return this.view;
  }

  /**
   * @param {number} version
   * @param {import("./records.js").Effect[]} effects
   */
  #after(version, effects) {
    try {
      return after(this.view.records, effects, (to) => this.#earlier(to));
    } catch (error) {
      if (error instanceof Missing) throw new NeedsState(version, error.message);
      throw error;
    }
  }

  /** @param {number} version */
  #earlier(version) {
    const records = this.#kept.get(version);
    if (!records) throw new Missing(`version ${version}, to which play went back, is not kept`);
    return records;
  }
}
