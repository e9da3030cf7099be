// Making a move that somebody chose on the picture, and showing its result there.

import { insist, isStale } from "../play/insist";
import { Problem } from "../session/api";
import { Sending } from "../session/sending";
import type { Watch } from "../session/watch";
import type { Open, Opening } from "./open";

const CHANGED = "This has changed: look at it again.";

export class Making {
  sending: Sending;
  isSending = false;

  /** @param said the element that shows the result */
  constructor(
    readonly watch: Watch,
    readonly opening: Opening,
    readonly said: HTMLElement,
  ) {
    this.sending = new Sending(watch.api);
  }

  /**
   * Make a complete move, unless another one is on its way.
   * @param isOpen whether the move is still legal and unchanged
   * @returns whether the move was made
   */
  async make(move: Record<string, unknown>, isOpen: (open: Open | null) => boolean): Promise<boolean> {
    if (this.isSending) return false;
    this.isSending = true;
    this.#tell("Your move is on its way.");
    const { watch, opening } = this;
    try {
      const isSame = async () => isOpen(await opening.again());
      const event = await insist(async () => this.sending.make(move, watch.unanswered, (await opening.now)?.version), isSame);
      // The bar of time shows the sentence of the event.
      this.#tell("");
      if (event.version === watch.head + 1) watch.grow(event);
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#tell(isStale(error) ? CHANGED : error.advice);
      return false;
    } finally {
      this.isSending = false;
    }
  }

  #tell(said: string) {
    this.said.textContent = said;
  }
}
