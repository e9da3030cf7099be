// Sending: a form's request takes effect only once, even if the connection breaks and it is sent again.

import { newKey } from "verger-client/crypto";
import type { Api } from "./api";
import type { Sent, Unanswered } from "./unanswered";
import type { Schemas } from "./watch";

/** The requests of one form. A key belongs to the values of the form: the same values are sent again as the same request. */
export class Sending {
  body = "";
  key = "";

  constructor(readonly api: Api) {}

  /**
   * Make a move.
   * @param unanswered keeps the move until its answer comes
   * @param seen the version of the form's options: the move is refused if newer events exist that the player has not seen
   * @param question the id of the question that the move answers: the answer is valid as long as this question is open
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
   * Send any other change.
   * @param address such as `/v1/sessions`
   */
  post(address: string, body: unknown): Promise<any> {
    return this.#once([address, body], (key) => this.api.post(address, body, { key }));
  }

  /**
   * Send values. The same values are sent again with the same key, so that the request takes effect only once.
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
