// Open: the legal moves of the seat with each element of the picture, requested when somebody turns to it.

import type { Offered } from "../play/offers";
import { answering, offered } from "../play/offers";
import { awaitedOf, turnsOf } from "../session/awaited";
import { Names } from "../session/names";
import type { Schemas, Watch } from "../session/watch";
import type { Taking } from "./takes";
import { joins, takes } from "./takes";

/** The labels of options contain no names. */
const NAMELESS = new Names(new Map(), new Map());
/** If there are so many ways, a press makes the first one, and a press with Shift the second. */
const PRESSED = 2;

/** The legal moves at a version, and the purposes that play waits for. */
export type Open = { version: number; offers: Offered[]; takes: Map<string, Taking[]>; awaited: Set<string> };

export class Opening {
  asked = 0;
  found: Promise<Open | null> | null = null;

  constructor(readonly watch: Watch) {}

  /** @returns null if nobody can act: in the past, or cut off from the server */
  get now(): Promise<Open | null> {
    const { watch } = this;
    if (!watch.moment.isHead) return Promise.resolve(null);
    if (!this.found || this.asked !== watch.head) this.found = this.#read().catch(() => (this.found = null));
    this.asked = watch.head;
    return this.found;
  }

  /** Ask again, even if the answer is known. */
  again() {
    this.found = null;
    return this.now;
  }

  async #read(): Promise<Open> {
    const { api, seat } = this.watch;
    const view: Schemas["OptionsView"] = await this.watch.options();
    const { awaited }: Schemas["SessionView"] = await api.read("", { at: view.version });
    const waits = turnsOf(awaitedOf(awaited, seat));
    const offers = offered(view.options, NAMELESS);
    const answers = waits.flatMap((wait) => answering(offers, wait));
    return { version: view.version, offers, takes: takes(offers), awaited: new Set(answers.map(({ purpose }) => purpose)) };
  }
}

/** The ways that a press makes directly: if play waits for one of two acts on an element, again and again. */
export function pressed({ takes, awaited }: Open, id: string): Taking[] {
  const ways = (takes.get(id) ?? []).filter(({ purpose }) => awaited.has(purpose));
  return ways.length === PRESSED && ways.every(({ isWhole }) => isWhole) ? ways : [];
}

/** The ways to join one element to another. If something new is being joined, those that take only the other. */
export function joined({ offers, takes, awaited }: Open, one: string, other: string): Taking[] {
  const both = joins(offers, one, other);
  if (both.length) return both;
  const own = new Set((takes.get(one) ?? []).map(({ purpose }) => purpose));
  return (takes.get(other) ?? []).filter(({ purpose }) => awaited.has(purpose) && !own.has(purpose));
}
