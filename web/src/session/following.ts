// Following: the log as it grows and who is at the table, by one connection, which is made again whenever it breaks.

import type { Api, Schemas } from "./api";
import { Problem } from "./api";

/** The seats that are here, or have the page open and are away. */
export type Seats = Schemas["PresenceView"]["seats"];

/** As what one's seat is seen; null neither shows it nor tells of others. */
type Attention = "here" | "away" | null;

const AGAIN_FIRST = 500;
const AGAIN_MOST = 15_000;

export class Following {
  attention: Attention = null;
  connection = new AbortController();
  /** Has a connection that waits to be made again made at once. */
  hurry = () => {};

  /** Whether the browser has put the page aside, to show it again perhaps. */
  isAside = false;

  /** A page that is put aside holds no connection: a browser has only six for a server. */
  constructor(readonly api: Api) {
    addEventListener("pagehide", () => this.#aside(true));
    addEventListener("pageshow", () => this.isAside && this.#aside(false));
  }

  #aside(isAside: boolean) {
    this.isAside = isAside;
    this.connection.abort();
    this.hurry();
  }

  /** Be seen as something else from now on: the server takes that with a connection. */
  attend(attention: Attention) {
    if (attention === this.attention) return;
    this.attention = attention;
    this.connection.abort();
  }

  /**
   * Every event after a version, in order and each once, for ever.
   * @returns why it is over: nothing but the server's word ends it
   */
  async follow(
    after: number,
    {
      heard,
      seen,
      told,
    }: { heard: (event: Schemas["EventView"]) => void; seen: (seats: Seats) => void; told: (isConnected: boolean) => void },
  ): Promise<Problem> {
    let again = AGAIN_FIRST;
    for (;;) {
      this.connection = new AbortController();
      if (this.isAside) await new Promise((resolve) => addEventListener("pageshow", resolve, { once: true }));
      try {
        const query = { after, follow: "true", presence: this.attention };
        for await (const line of this.api.lines(query, this.connection.signal)) {
          told(true);
          again = AGAIN_FIRST;
          const said = line && JSON.parse(line);
          if (said?.type === "presence") seen(said.seats);
          else if (said) {
            after = said.version;
            heard(said);
          }
        }
      } catch (error) {
        if (error instanceof Problem && [401, 403, 404, 410].includes(error.status)) return error;
      }
      if (this.connection.signal.aborted) continue;
      told(false);
      await new Promise((resolve) => {
        this.hurry = () => resolve(undefined);
        setTimeout(this.hurry, again);
      });
      again = Math.min(again * 2, AGAIN_MOST);
    }
  }
}
