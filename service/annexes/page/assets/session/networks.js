// Networks: the network after each event, computed from the event instead of asked for.

import { NeedsState } from "../verger-client/errors.js";
import { Fold } from "../verger-client/folding.js";
import { viewOf } from "../verger-client/views.js";

/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./api.js").Schemas} Schemas */

/** The banks are left out, because no part of a network is computed from them. */
const NO_BANKS = { version: 0, bank: {}, accounts: [] };

export class Networks {
  /** @param {Api} api */
  constructor(api) {
    this.api = api;
    /** The session at the newest known version. @type {Fold | null} */
    this.fold = null;
  }

  /**
   * Give the panels the network after an event. If it cannot be computed, the panels ask the server.
   * @param {Schemas["EventView"]} event
   */
  take(event) {
    // A redaction changes the texts of earlier versions.
    const fold = event.type === "redact" ? null : this.fold;
    this.fold = null;
    try {
      const network = fold?.take(/** @type {any} */ (event)).network;
      if (network) {
        this.fold = fold;
        this.api.knows("/network", { at: event.version }, network);
        return;
      }
    } catch (error) {
      if (!(error instanceof NeedsState)) throw error;
    }
    // If this fails, the panels show the error, because they read the same.
    this.#begin({ at: event.version }).catch(() => {});
  }

  /** @param {{at: number}} version */
  async #begin(version) {
    const [state, network] = await Promise.all([this.api.read("/state", version), this.api.read("/network", version)]);
    this.fold = new Fold(viewOf(state, NO_BANKS, network));
  }
}
