// Sending: what a form asks for is done once, whatever becomes of the line.

import { newKey } from "verger-client/crypto";
import type { Api } from "./api";
import type { Sent, Unanswered } from "./unanswered";
import type { Schemas } from "./watch";

/** One filled form on its way. The key stays with what was filled in: sent again, it is the same request. */
export class Sending {
  body = "";
  key = "";

  constructor(readonly api: Api) {}

  /**
   * Make a move.
   * @param unanswered where it is kept until its answer is here
   * @param seen the version whose options the form shows: a move is not made on what its player has not seen
   * @param question the question that it answers: the answer holds as long as the seat is asked
   */
  make(move: Record<string, unknown>, unanswered: Unanswered, seen?: number, question?: string): Promise<Schemas["EventView"]> {
    return this.#once(move, (key) => unanswered.during({ move, key, seen, question }, () => this.api.move(move, { key, seen, question })));
  }

  /** Make a move that was sent before, with the key that it had. */
  again({ move, key, seen, question }: Sent, unanswered: Unanswered) {
    Object.assign(this, { body: JSON.stringify(move), key });
    return this.make(move, unanswered, seen, question);
  }

  /**
   * Ask for anything else that changes something.
   * @param address such as `/v1/sessions`
   */
  post(address: string, body: unknown): Promise<any> {
    return this.#once([address, body], (key) => this.api.post(address, body, { key }));
  }

  /**
   * The same is sent again with the same key, so that it is done once.
   * @param filled what is sent: another thing has another key
   */
  async #once(filled: unknown, send: (key: string) => Promise<any>) {
    const body = JSON.stringify(filled);
    if (body !== this.body) Object.assign(this, { body, key: newKey() });
    const answer = await send(this.key);
    this.body = "";
    return answer;
  }
}
