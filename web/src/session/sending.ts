// Sending: a form's request is done once, even if the connection breaks.

import { newKey } from "verger-client/crypto";
import type { Api } from "./api";
import type { Sent, Unanswered } from "./unanswered";
import type { Schemas } from "./watch";

/** One filled form on its way. The key belongs to its values: if they are sent again, it is the same request. */
export class Sending {
  body = "";
  key = "";

  constructor(readonly api: Api) {}

  /**
   * Make a move.
   * @param unanswered keeps it until its answer is here
   * @param seen the version of the form's options: a move does not follow events that its player has not seen
   * @param question the question that it answers: the answer is valid as long as the seat is asked
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
   * Send the same values again with the same key, so that the request is done once.
   * @param filled the values; other values have another key
   */
  async #once(filled: unknown, send: (key: string) => Promise<any>) {
    const body = JSON.stringify(filled);
    if (body !== this.body) Object.assign(this, { body, key: newKey() });
    const answer = await send(this.key);
    this.body = "";
    return answer;
  }
}
