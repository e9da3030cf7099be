// The story: every step in its own sentence, as a list to read, both ways from the version that is shown.

import { el, words } from "../kit/dom.js";
import { isOfPlay, KINDS } from "../session/landmarks.js";
import { versionLink } from "../session/links.js";
import { colourOf } from "../session/names.js";
import { panel } from "../session/panel.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas} Schemas */

/** Steps that are read at once. */
const PAGE = 30;
/** Steps that stand in the list at most; those farthest away make room. */
const KEPT = 300;
/** Pages that one press reads at most in search of what the filter lets through. */
const SEARCHED = 20;

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function story(place, watch) {
  const list = el("ol", { class: "story" });
  const told = new Told(watch, list);
  const older = el("button", { type: "button", onclick: () => told.more(-1) }, "Older steps");
  const newer = el("button", { type: "button", onclick: () => told.more(1) }, "Newer steps");
  told.addEventListener("filled", () => {
    older.hidden = told.first <= 1;
    newer.hidden = told.last >= watch.head;
  });
  const problem = el("div");
  place.append(el("h2", {}, "Story"), filters(watch, told), older, list, newer, problem);
  panel(problem, watch, async ({ version }, signal) => {
    problem.replaceChildren();
    await told.show(version, signal);
  });
  place.addEventListener("shown", () => problem.dispatchEvent(new Event("shown")));
  watch.past.addEventListener("known", () => told.draw());
}

/**
 * A stretch of the log, as it stands in the list.
 */
class Told extends EventTarget {
  /**
   * @param {Watch} watch
   * @param {HTMLElement} list
   */
  constructor(watch, list) {
    super();
    this.watch = watch;
    this.list = list;
    /** Every event from the first that was read to the last. @type {Schemas["EventView"][]} */
    this.events = [];
    this.seat = "";
    this.kind = "";
  }

  get first() {
    return this.events[0]?.version ?? 1;
  }

  get last() {
    return this.events.at(-1)?.version ?? 0;
  }

  /**
   * Have a version in the list, with some of what is around it, and mark it.
   * @param {number} version
   * @param {AbortSignal} signal
   */
  async show(version, signal) {
    if (version === this.last + 1 && this.events.length) this.#keep([...this.events, ...(await this.#read(this.last, 1, signal))], 1);
    else if (version < this.first || version > this.last) this.events = await this.#read(Math.max(0, version - PAGE / 2), PAGE, signal);
    this.draw();
    const current = this.list.querySelector("[aria-current]");
    // Within the list alone: the page stays where its reader has it.
    if (current instanceof HTMLElement) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 3;
  }

  /**
   * Read on, until the filter lets something through.
   * @param {-1 | 1} way
   */
  async more(way) {
    const before = this.shown().length;
    const below = this.list.scrollHeight - this.list.scrollTop;
    for (let page = 0; page < SEARCHED && this.shown().length === before; page += 1) {
      const after = way > 0 ? this.last : Math.max(0, this.first - 1 - PAGE);
      const wanted = way > 0 ? PAGE : this.first - 1 - after;
      const held = this.events;
      const read = wanted > 0 ? await this.#read(after, wanted) : [];
      // Another stretch may have been asked for meanwhile, to which this is no neighbour.
      if (read.length === 0 || held !== this.events) break;
      this.#keep(way > 0 ? [...this.events, ...read] : [...read, ...this.events], way);
    }
    this.draw();
    if (way < 0) this.list.scrollTop = this.list.scrollHeight - below;
  }

  /**
   * @param {Schemas["EventView"][]} events
   * @param {-1 | 1} way
   */
  #keep(events, way) {
    this.events = way > 0 ? events.slice(-KEPT) : events.slice(0, KEPT);
  }

  /**
   * @param {number} after
   * @param {number} limit
   * @param {AbortSignal} [signal]
   * @returns {Promise<Schemas["EventView"][]>}
   */
  async #read(after, limit, signal) {
    return (await this.watch.api.read("/events", { after, limit }, signal)).events;
  }

  /** Those that the filter lets through. */
  shown() {
    const stands = new Set(this.watch.past.landmarks.filter(({ kind }) => kind === this.kind).map(({ version }) => version));
    return this.events.filter(({ version, event }) => (!this.seat || event.seat === this.seat) && (!this.kind || stands.has(version)));
  }

  draw() {
    const held = this.list.contains(document.activeElement) ? document.activeElement?.textContent : null;
    const shown = this.shown();
    this.list.replaceChildren(...shown.map((event) => entry(event, this.watch)));
    if (shown.length === 0) this.list.append(el("li", { class: "faint" }, "Nothing of this kind among the steps that were read."));
    if (held) [...this.list.querySelectorAll("a")].find(({ textContent }) => textContent === held)?.focus();
    this.dispatchEvent(new Event("filled"));
  }
}

/**
 * @param {Watch} watch
 * @param {Told} told
 */
function filters(watch, told) {
  const any = (/** @type {string} */ name) => el("option", { value: "" }, name);
  const seats = watch.session.seats.map(({ id, name }) => el("option", { value: id }, name));
  const seat = el("select", {}, any("everybody"), ...seats);
  const kind = el("select", {}, any("everything"));
  seat.addEventListener("change", () => {
    told.seat = seat.value;
    told.draw();
  });
  kind.addEventListener("change", () => {
    told.kind = kind.value;
    told.draw();
  });
  watch.past.addEventListener("known", () => {
    const there = new Set(watch.past.landmarks.map((landmark) => landmark.kind));
    const kinds = Object.entries(KINDS).filter(([name]) => there.has(name));
    kind.replaceChildren(any("everything"), ...kinds.map(([value, title]) => el("option", { value }, title.toLowerCase())));
    kind.value = told.kind;
  });
  return el("div", { class: "filters" }, el("label", {}, "Steps of ", seat), el("label", {}, "and of these ", kind));
}

/**
 * @param {Schemas["EventView"]} row
 * @param {Watch} watch
 */
function entry({ version, digest, event }, watch) {
  const left = watch.past.leftAt(version);
  const rewind = isOfPlay(event) ? left : undefined;
  const sentence = words(event.ruling.sentence);
  const notes = [
    event.repeats ? `made again, first at ${event.repeats}` : "",
    event.via ? `by the program “${event.via}”` : "",
    digest ? "redacted" : "",
    rewind ? `undone at ${rewind.version}` : left ? `stays, though play went back at ${left.version}` : "",
  ].filter(Boolean);
  const link = versionLink(watch, version, String(version));
  link.setAttribute("aria-label", `Version ${version}`);
  return el(
    "li",
    { class: rewind ? "undone" : null, "aria-current": version === watch.moment.version ? "step" : null },
    link,
    el("span", { class: `name ${colourOf(event.seat)}` }, words(watch.nameOf(event.seat))),
    rewind ? el("s", {}, sentence) : el("span", {}, sentence),
    el(
      "small",
      {},
      el("time", { datetime: event.at }, MOMENT.format(new Date(event.at))),
      ...notes.map((note) => el("bdi", {}, ` · ${note}`)),
    ),
  );
}
