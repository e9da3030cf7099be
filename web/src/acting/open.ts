// Open: the seat's legal moves with each element of the picture. They are requested when the pointer or the focus comes to the picture.

import type { Offered } from "../play/offers";
import { answering, offered } from "../play/offers";
import { awaitedOf, turnsOf } from "../session/awaited";
import { Names } from "../session/names";
import type { Schemas, Watch } from "../session/watch";
import type { Taking } from "./takes";
import { joins, takes } from "./takes";

/** The labels of options contain no names. */
const NAMELESS = new Names(new Map(), new Map());
/** If an element has this many awaited moves, a press makes the first, and a press with Shift makes the second. */
const PRESSED = 2;

/** The legal moves at a version, also by element (`takes`), and the purposes that play waits for. */
export type Open = { version: number; offers: Offered[]; takes: Map<string, Taking[]>; awaited: Set<string> };

export class Opening {
  asked = 0;
  found: Promise<Open | null> | null = null;

  constructor(readonly watch: Watch) {}

  /** @returns null if nobody can act, because the page shows the past or the server does not answer */
  get now(): Promise<Open | null> {
    const { watch } = this;
    if (!watch.moment.isHead) return Promise.resolve(null);
    if (!this.found || this.asked !== watch.head) this.found = this.#read().catch(() => (this.found = null));
    this.asked = watch.head;
    return this.found;
  }

  /** Request the legal moves again, even if they are known. */
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

/** The two moves that a press makes directly; empty if play does not wait for exactly two complete moves with the element. */
export function pressed({ takes, awaited }: Open, id: string): Taking[] {
  const ways = (takes.get(id) ?? []).filter(({ purpose }) => awaited.has(purpose));
  return ways.length === PRESSED && ways.every(({ isWhole }) => isWhole) ? ways : [];
}

/** The ways to join one element to another. If no move takes both, these are the awaited moves that take only the other. */
export function joined({ offers, takes, awaited }: Open, one: string, other: string): Taking[] {
  const both = joins(offers, one, other);
  if (both.length) return both;
  const own = new Set((takes.get(one) ?? []).map(({ purpose }) => purpose));
  return (takes.get(other) ?? []).filter(({ purpose }) => awaited.has(purpose) && !own.has(purpose));
}
