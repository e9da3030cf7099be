// Unanswered: moves whose result is not known. They are kept when the page is loaded again.

import { Problem } from "./api";

/** A move as it was sent. */
export type Sent = { move: Record<string, unknown>; key: string; seen?: number; question?: string };

/** Whether the result of a request is unknown. Then the request must be sent again only with the same key. */
export const isUnanswered = (error: unknown) =>
  error instanceof Problem && (error.status === 0 || error.status >= 500 || error.code === "request_running");

/** A seat's moves without an answer. Only this window keeps them, like the token. */
export class Unanswered {
  name: string;

  constructor(session: string, seat: string | null) {
    this.name = `verger.sent.${session}.${seat}`;
  }

  /** @returns the oldest first */
  get all(): Sent[] {
    return JSON.parse(sessionStorage.getItem(this.name) ?? "[]");
  }

  forget(key: string) {
    this.#keep(this.all.filter((one) => one.key !== key));
  }

  /** Send a move, and keep it until its answer comes. */
  async during<T>(sent: Sent, send: () => Promise<T>): Promise<T> {
    this.#keep([...this.all.filter(({ key }) => key !== sent.key), sent]);
    try {
      const answer = await send();
      this.forget(sent.key);
      return answer;
    } catch (error) {
      if (!isUnanswered(error)) this.forget(sent.key);
      throw error;
    }
  }

  #keep(all: Sent[]) {
    if (all.length) sessionStorage.setItem(this.name, JSON.stringify(all));
    else sessionStorage.removeItem(this.name);
  }
}

/** Forget all moves that this window keeps, so that no texts stay here after signing out. */
export function forgetSent(session: string) {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(`verger.sent.${session}.`)) sessionStorage.removeItem(name);
}
