// Networks: the network after each event, computed from the event instead of requested.

import { Fold, NeedsState, viewOf } from "verger-client";
import type { Api, Schemas } from "./api";

/** The banks are left out, because no part of a network is computed from them. */
const NO_BANKS = { version: 0, bank: {}, accounts: [] };

export class Networks {
  /** The client's reducer at the newest known version; null if it must begin again. */
  fold: Fold | null = null;

  constructor(readonly api: Api) {}

  /** Compute the network after an event for the panels. If this is impossible, the panels request it. */
  take(event: Schemas["EventView"]) {
    // A redaction changes the texts of earlier versions.
    const fold = event.type === "redact" ? null : this.fold;
    this.fold = null;
    try {
      const network = fold?.take(event as any).network;
      if (network) {
        this.fold = fold;
        this.api.knows("/network", { at: event.version }, network);
        return;
      }
    } catch (error) {
      if (!(error instanceof NeedsState)) throw error;
    }
    // If these requests fail, the panels show the error, because they make the same requests.
    this.#begin({ at: event.version }).catch(() => {});
  }

  async #begin(version: { at: number }) {
    const [state, network] = await Promise.all([this.api.read("/state", version), this.api.read("/network", version)]);
    this.fold = new Fold(viewOf(state, NO_BANKS, network));
  }
}
