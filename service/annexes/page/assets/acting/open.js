// Open: what the seat may do with each element of the picture now, asked for when somebody turns to it.

import { answering, offered } from "../play/offers.js";
import { awaitedOf, turnsOf } from "../session/awaited.js";
import { Names } from "../session/names.js";
import { joins, takes } from "./takes.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("./takes.js").Taking} Taking */
/** @typedef {import("../play/offers.js").Offered} Offered */

/** What options are called says no names. */
const NAMELESS = new Names(new Map(), new Map());
/** Of so many ways one is made by a press alone, the second with Shift. */
const PRESSED = 2;

/**
 * What may be done at a version, and what of it play waits for.
 * @typedef {{version: number, offers: Offered[], takes: Map<string, Taking[]>, awaited: Set<string>}} Open
 */

export class Opening {
  /** @param {Watch} watch */
  constructor(watch) {
    this.watch = watch;
    this.asked = 0;
    /** @type {Promise<Open | null> | null} */
    this.found = null;
  }

  /** @returns {Promise<Open | null>} nothing where nobody can act: in the past, or cut off from the server */
  get now() {
    const { watch } = this;
    if (!watch.moment.isHead) return Promise.resolve(null);
    if (!this.found || this.asked !== watch.head) this.found = this.#read().catch(() => (this.found = null));
    this.asked = watch.head;
    return this.found;
  }

  /** Ask again, whatever is known. */
  again() {
    this.found = null;
    return this.now;
  }

  /** @returns {Promise<Open>} */
  async #read() {
    const { api, seat } = this.watch;
    /** @type {Schemas["OptionsView"]} */
    const view = await this.watch.options();
    /** @type {Schemas["SessionView"]} */
    const { awaited } = await api.read("", { at: view.version });
    const waits = turnsOf(awaitedOf(awaited, seat));
    const offers = offered(view.options, NAMELESS);
    const answers = waits.flatMap((wait) => answering(offers, wait));
    return { version: view.version, offers, takes: takes(offers), awaited: new Set(answers.map(({ purpose }) => purpose)) };
  }
}

/**
 * The ways that a press alone makes: where play waits for one of two things to be done with an element, over and over.
 * @param {Open} open
 * @param {string} id
 * @returns {Taking[]}
 */
export function pressed({ takes, awaited }, id) {
  const ways = (takes.get(id) ?? []).filter(({ purpose }) => awaited.has(purpose));
  return ways.length === PRESSED && ways.every(({ isWhole }) => isWhole) ? ways : [];
}

/**
 * The ways to join one element to another; where something new is being joined, those that take the other alone.
 * @param {Open} open
 * @param {string} one
 * @param {string} other
 * @returns {Taking[]}
 */
export function joined({ offers, takes, awaited }, one, other) {
  const both = joins(offers, one, other);
  if (both.length) return both;
  const own = new Set((takes.get(one) ?? []).map(({ purpose }) => purpose));
  return (takes.get(other) ?? []).filter(({ purpose }) => awaited.has(purpose) && !own.has(purpose));
}
