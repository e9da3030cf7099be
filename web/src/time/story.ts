// The story: the log as prose with headings and the texts of people. It is read in both directions from the shown version.

import { el } from "../kit/dom";
import { panel } from "../session/panel";
import type { Schemas, Watch } from "../session/watch";
import { takeBack } from "./mine";
import { line } from "./told";

type Told = Schemas["ToldView"];

/** The number of versions in one request. */
const PAGE = 30;

export function story(place: HTMLElement, watch: Watch) {
  const list = el("ol", { class: "story" });
  const telling = new Telling(watch, list);
  const older = el("button", { type: "button", onclick: () => telling.more(-1) }, "Older");
  const newer = el("button", { type: "button", onclick: () => telling.more(1) }, "Newer");
  telling.addEventListener("drawn", () => {
    older.hidden = telling.first <= 1;
    newer.hidden = telling.last >= watch.head;
  });
  const problem = el("div");
  place.append(el("h2", { class: "unseen" }, "Story"), filter(watch, telling), older, list, newer, problem);
  panel(problem, watch, async ({ version }, signal) => {
    problem.replaceChildren();
    await telling.show(version, signal);
  });
  place.addEventListener("shown", () => problem.dispatchEvent(new Event("shown")));
  watch.past.addEventListener("known", () => telling.draw());
}

/** The part of the story that is in the list. Fires `drawn` after the list was filled. */
class Telling extends EventTarget {
  entries: Told[] = [];
  /** The first and the last version that were read. Some versions in between have no entry. */
  first = 1;
  last = 0;
  seat = "";

  constructor(
    readonly watch: Watch,
    readonly list: HTMLElement,
  ) {
    super();
    // A rewind strikes out earlier sentences, and a redaction removes texts, so the story must be read again.
    watch.addEventListener("grown", () => {
      if (watch.latest?.event.effects.some(({ effect }) => effect === "rewound" || effect === "redacted")) this.last = 0;
    });
  }

  /** Show a version in the list, with its neighbours, and mark it. */
  async show(version: number, signal: AbortSignal) {
    const { head } = this.watch;
    if (this.last > 0 && version > this.last && version <= this.last + PAGE) await this.#add(this.last + 1, version, 1, signal);
    else if (this.last === 0 || version < this.first || version > this.last) {
      const last = Math.min(head, version + PAGE / 2);
      const first = Math.max(1, last - PAGE + 1);
      this.entries = await this.#read(first, last, signal);
      [this.first, this.last] = [first, last];
    }
    this.draw();
    const current = this.list.querySelector("[aria-current]");
    // Scroll only within the panel: the page stays in place.
    if (current instanceof HTMLElement) inSight(current);
  }

  async more(way: -1 | 1) {
    const place = this.list.parentElement;
    const below = place ? place.scrollHeight - place.scrollTop : 0;
    if (way > 0) await this.#add(this.last + 1, Math.min(this.watch.head, this.last + PAGE), way);
    else await this.#add(Math.max(1, this.first - PAGE), this.first - 1, way);
    this.draw();
    if (way < 0 && place) place.scrollTop = place.scrollHeight - below;
  }

  async #add(first: number, last: number, way: -1 | 1, signal?: AbortSignal) {
    const held = this.entries;
    const read = await this.#read(first, last, signal);
    // If the list was replaced during the request, these entries do not belong to it.
    if (held !== this.entries) return;
    this.entries = way > 0 ? [...held, ...read] : [...read, ...held];
    this.first = Math.min(this.first, first);
    this.last = Math.max(this.last, last);
  }

  /** Read a part of the story as it is at the newest version, with undone events struck out. */
  async #read(from: number, to: number, signal?: AbortSignal): Promise<Told[]> {
    return (await this.watch.api.read("/story", { from, to, undone: "struck" }, signal)).entries;
  }

  draw() {
    const { watch, list } = this;
    const held = list.contains(document.activeElement) ? document.activeElement?.getAttribute("data-of") : null;
    const shown = this.entries.filter(({ seat }) => !this.seat || seat === this.seat);
    const { version } = watch.moment;
    const current = this.entries.findLast((entry) => entry.version <= version)?.version;
    const own =
      watch.seat && this.last === watch.head
        ? this.entries.findLast((entry) => entry.seat === watch.seat && entry.can_be_undone)
        : undefined;
    const actions = (entry: Told) => (entry.version === own?.version ? [undo(watch, entry)] : []);
    list.replaceChildren(
      ...shown.flatMap((entry) => line(entry, watch, { isCurrent: entry.version === current, actions: actions(entry) })),
    );
    if (shown.length === 0) list.append(el("li", { class: "faint" }, "This seat has no event in the listed part of the story."));
    if (held) (list.querySelector(`[data-of="${held}"]`) as HTMLElement | null)?.focus();
    this.dispatchEvent(new Event("drawn"));
  }
}

const undo = (watch: Watch, { version, sentence }: Told) =>
  el(
    "button",
    { type: "button", class: "quiet", "data-of": `undo-${version}`, onclick: () => takeBack(watch, version, sentence) },
    "Undo my move",
  );

/** Scroll an element into view within its panel, without scrolling the page. */
function inSight(current: HTMLElement) {
  const place = current.closest("[role=tabpanel]");
  if (!place) return;
  const [own, around] = [current.getBoundingClientRect(), place.getBoundingClientRect()];
  if (own.top < around.top || own.bottom > around.bottom)
    place.scrollTop += own.top - around.top - Math.max(0, (around.height - own.height) / 2);
}

function filter(watch: Watch, telling: Telling) {
  const seats = watch.session.seats.map(({ id }) => watch.named(el("option", { value: id }), id));
  const seat = el("select", {}, el("option", { value: "" }, "everybody"), ...seats);
  seat.addEventListener("change", () => {
    telling.seat = seat.value;
    telling.draw();
  });
  return el("label", { class: "filter" }, "Steps of ", seat);
}
