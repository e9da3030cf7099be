// Following: the log as it grows and who is at the table, by one connection, which is made again whenever it breaks.
//
// A browser has only six connections to a server. So one of all tabs that show a table to a seat holds the connection,
// and passes each message to the other tabs. When it goes, another tab takes its place. Over plain HTTP there are no
// locks, so each tab has its own connection.

import { Pauses } from "verger-client/patience";
import type { Api, Schemas } from "./api";
import { Problem } from "./api";

/** The seats that are here, or have the page open and are away. */
export type Seats = Schemas["PresenceView"]["seats"];
type LogEvent = Schemas["EventView"];

/** The presence of a seat as others see it. With null they do not see it, and the page does not see theirs. */
type Attention = "here" | "away" | null;

/** Receives each event after a version, in order and once; the seats that are there; and whether there is a connection. */
type Listener = { heard: (event: LogEvent) => void; seen: (seats: Seats) => void; told: (isConnected: boolean) => void };

/** A message between tabs. A tab sends its presence when it changes, and when another tab sends `asks`. */
type Message =
  | { event: LogEvent }
  | { seats: Seats }
  | { isConnected: boolean }
  | { status: number; body: Problem["body"] }
  | { tab: string; attention: Attention }
  | { asks: true };

/** Answers that end the stream for good. */
const LAST = [401, 403, 404, 410];

export class Following {
  attention: Attention = null;
  /** The presence of the other tabs. */
  others: Map<string, Attention> = new Map();
  tab = Math.random().toString(36).slice(2);
  connection = new AbortController();
  /** The newest version that was heard. */
  after = 0;
  channel: BroadcastChannel | null = null;
  /** Whether the browser has put the page aside, to show it again perhaps: then it holds no connection. */
  isAside = false;
  /** Has a connection that waits to be made again made at once. */
  hurry = () => {};

  constructor(readonly api: Api) {
    addEventListener("pagehide", () => this.#aside(true));
    addEventListener("pageshow", () => this.isAside && this.#aside(false));
  }

  /** Be seen as something else from now on: the server takes that with a connection. */
  attend(attention: Attention) {
    if (attention === this.attention) return;
    const before = this.#seenAs;
    this.attention = attention;
    this.#tell({ tab: this.tab, attention });
    if (before !== this.#seenAs) this.connection.abort();
  }

  /** The presence of the seat: it is here if one of its tabs is here. */
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
   * Tell a listener of every event after a version, for ever.
   * @returns why it is over: nothing but the server's word ends it
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

  /** Hold the connection for all tabs, once no other tab does. */
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

  /** Ask for the events that came before this tab listened. */
  async #catchUp(listener: Listener) {
    for (let next: number | null = this.after; next !== null; ) {
      const page: Schemas["EventsView"] = await this.api.get(this.api.address("/events", { after: next }));
      for (const event of page.events) this.#take(event, listener);
      next = page.next_after;
    }
    listener.told(true);
  }

  /** @returns nothing once the page is put aside */
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
