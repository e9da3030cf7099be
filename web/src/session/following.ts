// Following: new events and the presence of seats come by one stream. If its connection breaks, it is made again.
//
// A browser allows only six connections to a server. So if several tabs show a table to the same seat, one of them holds the
// connection and passes each message to the others. When this tab is closed, another tab takes its place. Over plain HTTP,
// browsers have no locks, so each tab has its own connection.

import { Pauses } from "verger-client/patience";
import type { Api, Schemas } from "./api";
import { Problem } from "./api";

/** The presence of seats: here, or away with the page open. Seats that are not here are missing. */
export type Seats = Schemas["PresenceView"]["seats"];
type LogEvent = Schemas["EventView"];

/** The presence of a seat as others see it. With null, others do not see it, and the seat does not see theirs. */
type Attention = "here" | "away" | null;

/** `heard` receives each event once and in order, `seen` receives the presence of seats, and `told` whether there is a connection. */
type Listener = { heard: (event: LogEvent) => void; seen: (seats: Seats) => void; told: (isConnected: boolean) => void };

/** A message between tabs. A tab sends its `attention` when it changes, and when another tab sends `asks`. */
type Message =
  | { event: LogEvent }
  | { seats: Seats }
  | { isConnected: boolean }
  | { status: number; body: Problem["body"] }
  | { tab: string; attention: Attention }
  | { asks: true };

/** The statuses of answers that end the stream for good. */
const LAST = [401, 403, 404, 410];

export class Following {
  attention: Attention = null;
  /** The presence in the other tabs, by tab. */
  others: Map<string, Attention> = new Map();
  tab = Math.random().toString(36).slice(2);
  connection = new AbortController();
  /** The newest version that was received. */
  after = 0;
  channel: BroadcastChannel | null = null;
  /** Whether the reader has left the page, which the browser may show again later. Until then it has no connection. */
  isAside = false;
  /** Ends the pause before the next attempt to connect. */
  hurry = () => {};

  constructor(readonly api: Api) {
    addEventListener("pagehide", () => this.#aside(true));
    addEventListener("pageshow", () => this.isAside && this.#aside(false));
  }

  /** Change the presence of this tab. The server learns it from a new connection. */
  attend(attention: Attention) {
    if (attention === this.attention) return;
    const before = this.#seenAs;
    this.attention = attention;
    this.#tell({ tab: this.tab, attention });
    if (before !== this.#seenAs) this.connection.abort();
  }

  /** The presence of the seat in all its tabs: it is here if one tab is here. */
  get #seenAs(): Attention {
    const all = [this.attention, ...this.others.values()];
    return all.find((one) => one === "here") ?? all.find((one) => one === "away") ?? null;
  }

  #tell(message: Message) {
    this.channel?.postMessage(message);
  }

  #aside(isAside: boolean) {
    this.isAside = isAside;
    if (isAside) this.#tell({ tab: this.tab, attention: null });
    this.connection.abort();
    this.hurry();
  }

  /**
   * Pass every event after a version to a listener, until an answer of the server ends the stream.
   * @returns the problem in this answer
   */
  async follow(after: number, listener: Listener): Promise<Problem> {
    this.after = after;
    const { locks } = navigator;
    const name = `verger.${this.api.session}.${this.api.token ? (this.api.seat ?? "seat") : "guest"}`;
    this.channel = locks ? new BroadcastChannel(name) : null;
    const told = new Promise<Problem>((end) => {
      this.channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => this.#hear(data, listener, end));
    });
    for (;;) {
      if (this.isAside) await new Promise((resolve) => addEventListener("pageshow", resolve, { once: true }));
      const over = await Promise.race([told, locks ? this.#inTurn(locks, name, listener) : this.#connected(listener)]);
      if (!over) continue;
      this.channel?.close();
      this.channel = null;
      return over;
    }
  }

  /** Wait until no other tab holds the connection, and then hold it for all tabs. */
  async #inTurn(locks: LockManager, name: string, listener: Listener): Promise<Problem | null> {
    const over = await locks.request(name, { ifAvailable: true }, (lock) => (lock ? this.#lead(listener) : "taken"));
    if (over !== "taken") return over;
    await this.#catchUp(listener).catch(() => {});
    return locks.request(name, () => this.#lead(listener));
  }

  async #lead({ heard, seen, told }: Listener): Promise<Problem | null> {
    this.#tell({ asks: true });
    const over = await this.#connected({
      heard: (event) => {
        this.#tell({ event });
        heard(event);
      },
      seen: (seats) => {
        this.#tell({ seats });
        seen(seats);
      },
      told: (isConnected) => {
        this.#tell({ isConnected });
        told(isConnected);
      },
    });
    if (over) this.#tell({ status: over.status, body: over.body });
    return over;
  }

  /** Receive a message of another tab. */
  #hear(message: Message, listener: Listener, end: (problem: Problem) => void) {
    if ("asks" in message) return this.#tell({ tab: this.tab, attention: this.attention });
    if ("status" in message) return end(new Problem(message.status, message.body));
    if ("isConnected" in message) return listener.told(message.isConnected);
    if ("seats" in message) return listener.seen(message.seats);
    if ("event" in message) {
      if (message.event.version > this.after + 1) return void this.#catchUp(listener).catch(() => {});
      return this.#take(message.event, listener);
    }
    const before = this.#seenAs;
    if (message.attention) this.others.set(message.tab, message.attention);
    else this.others.delete(message.tab);
    if (before !== this.#seenAs) this.connection.abort();
  }

  #take(event: LogEvent, { heard }: Listener) {
    if (event.version <= this.after) return;
    this.after = event.version;
    heard(event);
  }

  /** Request the events that this tab has missed. */
  async #catchUp(listener: Listener) {
    for (let next: number | null = this.after; next !== null; ) {
      const page: Schemas["EventsView"] = await this.api.get(this.api.address("/events", { after: next }));
      for (const event of page.events) this.#take(event, listener);
      next = page.next_after;
    }
    listener.told(true);
  }

  /**
   * Hold the connection, and make it again whenever it breaks.
   * @returns the problem that has ended the stream; null if the reader has left the page
   */
  async #connected(listener: Listener): Promise<Problem | null> {
    const { seen, told } = listener;
    for (const pauses = new Pauses(); !this.isAside; ) {
      this.connection = new AbortController();
      try {
        const query = { after: this.after, follow: "true", presence: this.#seenAs };
        for await (const line of this.api.lines(query, this.connection.signal)) {
          told(true);
          pauses.beginAgain();
          const said = line && JSON.parse(line);
          if (said?.type === "presence") seen(said.seats);
          else if (said) this.#take(said, listener);
        }
      } catch (error) {
        if (error instanceof Problem && LAST.includes(error.status)) return error;
      }
      if (this.connection.signal.aborted) continue;
      told(false);
      await new Promise((resolve) => {
        this.hurry = () => resolve(undefined);
        setTimeout(this.hurry, pauses.next());
      });
    }
    return null;
  }
}
