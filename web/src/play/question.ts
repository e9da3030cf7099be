// The question for me: of what play waits for from this seat the most urgent, with its answers as buttons, on the board.
//
// What needs nothing to be filled in is made by its button at once; what does, opens its form. `y` (or Enter, where
// nothing else takes it) and `n` press the first and the second answer to what somebody asks.

import { byId, el, words } from "../kit/dom";
import { list } from "../kit/list";
import { Problem } from "../session/api";
import { asked, awaitedOf, others, turnsOf } from "../session/awaited";
import { draft, versionLink } from "../session/links";
import { Names } from "../session/names";
import { panel } from "../session/panel";
import { Sending } from "../session/sending";
import type { Schemas, Watch } from "../session/watch";
import { answering, offered } from "./offers";
import { openPalette } from "./opener";
import type { Way } from "./ways";
import { ways } from "./ways";

/** As many answers have a button; what else may be done is among all moves. */
const BUTTONS = 4;
/** Of what a rewind undoes so many steps are told, the newest. */
const TOLD = 4;
/** Buttons say what options are called alone. */
const NAMELESS = new Names(new Map(), new Map());
const CHANGED = "Meanwhile this has changed: look at it again.";

export function question(place: HTMLElement, watch: Watch) {
  if (watch.seat === null) return;
  const card = new Card(watch);
  const see = (isAsked: boolean) => {
    place.classList.toggle("idle", !isAsked);
    place.setAttribute("aria-label", isAsked ? "The question for you" : "Whose turn it is");
  };
  // It has its room always, or the board would jump at each question.
  place.replaceChildren(...card.elements);
  see(watch.moment.isHead && card.announce(watch.session));
  panel(place, watch, async ({ version, isHead }, signal) => {
    const isShown = isHead && (await card.show(version, signal));
    if (signal.aborted || card.isSending) return;
    if (!isShown) card.rest(isHead);
    see(isShown);
    // Whoever answered goes on at the next question, or else on the board.
    if (card.isLeft) (isShown ? card.buttons[0] : byId("board"))?.focus({ preventScroll: true });
    card.isLeft = false;
  });
  document.addEventListener("keydown", (event) => {
    if (card.press(event)) event.preventDefault();
  });
}

/** What is asked of the seat, and how it is answered. */
class Card {
  sending: Sending;
  isSending = false;
  /** Whether the answer that was given had the focus, which is nowhere now. */
  isLeft = false;
  /** The id of the question. */
  asked = "";
  /** The answer that was pressed and asked again, because it destroys something. */
  sure: Way | null = null;
  /** What is shown, to know whether it has changed. */
  shown = "";
  sentence = el("p", { class: "asked" });
  change = el("div");
  answers = el("p", { class: "actions" });
  said = el("p", { class: "said", role: "status" });
  title = el("h2");
  elements: HTMLParagraphElement[];
  buttons: HTMLButtonElement[] = [];
  /** Whether somebody asks, so that a key answers. */
  isAsked = false;

  constructor(readonly watch: Watch) {
    this.sending = new Sending(watch.api);
    this.elements = [this.title, this.sentence, this.change, this.answers, this.said];
  }

  /**
   * Say what is asked before it is known how it is answered.
   * @returns whether anything is
   */
  announce(session: Schemas["SessionView"]): boolean {
    const [wait] = this.#waits(session);
    this.title.textContent = wait ? "For you" : "Nothing is asked of you";
    this.sentence.replaceChildren(words(wait?.sentence ?? others(session)));
    return Boolean(wait);
  }

  /** Say how play stands, where nothing can be answered. */
  rest(isHead: boolean) {
    const { watch } = this;
    const { session } = watch;
    this.shown = "";
    this.isAsked = false;
    this.buttons = [];
    this.change.replaceChildren();
    this.said.textContent = "";
    const own = awaitedOf(session.awaited, watch.seat);
    if (isHead) {
      this.announce({ ...session, awaited: session.awaited.filter((wait) => !own.includes(wait)) });
      return this.answers.replaceChildren();
    }
    const now = el("button", { type: "button", class: "main", onclick: () => watch.go(null) }, "Go to now");
    this.title.textContent = "This is the past: moves are made now";
    this.sentence.replaceChildren(words(asked(own) || others(session)));
    this.answers.replaceChildren(now);
  }

  /** What play waits for from the seat, the most urgent first. */
  #waits({ awaited }: Schemas["SessionView"]) {
    return turnsOf(awaitedOf(awaited, this.watch.seat)).toSorted(urgency);
  }

  /**
   * Show what is asked at a version.
   * @returns whether anything is
   */
  async show(version: number, signal?: AbortSignal): Promise<boolean> {
    const { api } = this.watch;
    const session: Schemas["SessionView"] = await api.read("", { at: version }, signal);
    const [wait] = this.#waits(session);
    if (!wait) return false;
    this.isAsked = Boolean(wait.about);
    const view: Schemas["OptionsView"] = await this.watch.options(signal);
    const change = await this.#change(wait, version, signal);
    if (signal?.aborted) return false;
    const offers = offered(view.options, NAMELESS);
    const answers = ways(answering(offers, wait));
    const shown = JSON.stringify([wait.id, wait.sentence, answers]);
    this.asked = wait.id ?? "";
    if (shown === this.shown || this.isSending) return true;
    this.shown = shown;
    this.announce(session);
    this.change.replaceChildren(...change);
    this.said.textContent = "";
    this.sure = null;
    this.#offer(answers);
    return true;
  }

  /** What falls away by the rewind that is asked for. */
  async #change({ rule }: Schemas["Awaited"], version: number, signal?: AbortSignal): Promise<HTMLElement[]> {
    if (rule !== "table.rewind") return [];
    const { api } = this.watch;
    const { table }: Schemas["StateView"] = await api.read("/state", { at: version }, signal);
    const to = table.rewind?.to;
    if (!to) return [];
    const after = Math.max(to, version - TOLD);
    const events: Schemas["EventView"][] = (await api.read("/events", { after, limit: TOLD }, signal)).events;
    const steps = list(events, ({ event }) => el("li", {}, words(event.ruling.sentence)));
    const undone = version - to === 1 ? "1 step" : `${version - to} steps`;
    return [
      el(
        "details",
        {},
        el("summary", {}, `What would be undone: ${undone}`),
        steps,
        el("p", {}, "Look at ", versionLink(this.watch, to), "."),
      ),
    ];
  }

  #offer(found: Way[]) {
    const keys = this.isAsked ? ["y", "n"] : [];
    this.buttons = found.slice(0, BUTTONS).map((way, n) => {
      // Nothing is lost by a key, or by the button that stands out.
      const key = way.destroys ? undefined : keys[n];
      return el(
        "button",
        {
          type: "button",
          class: way.destroys ? "destroys" : n ? null : "main",
          title: way.consequence,
          "aria-keyshortcuts": key,
          onclick: () => this.#take(way),
        },
        way.label,
        way.cost && ` – ${way.cost}`,
        key && el("kbd", { "aria-hidden": "true" }, key),
      );
    });
    const all = el(
      "button",
      { type: "button", class: found.length ? "more" : "main", onclick: () => openPalette(this.watch) },
      "All moves",
    );
    this.answers.replaceChildren(...this.buttons, all);
  }

  /** An answer that destroys something is made at the second press. */
  #isSure(way: Way) {
    if (!way.destroys || this.sure === way) return true;
    this.sure = way;
    this.said.textContent = `${way.consequence} Press “${way.label}” again if you are sure.`;
    return false;
  }

  async #take(way: Way) {
    const { key, known, isWhole } = way;
    if (!isWhole) return draft(this.watch, known, key);
    if (!this.#isSure(way)) return;
    const { watch } = this;
    this.isLeft = this.answers.contains(document.activeElement);
    this.#tell("Your answer is on its way.", true);
    try {
      const event = await this.sending.make(known, watch.unanswered, undefined, this.asked);
      this.isSending = false;
      this.shown = "";
      if (event.version === watch.head + 1) watch.grow(event);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#tell(error.code === "question_closed" ? CHANGED : [error.message, error.body.remedy].filter(Boolean).join(" "), false);
      if (this.isLeft) this.buttons[0]?.focus();
      this.isLeft = false;
    }
  }

  #tell(said: string, isSending: boolean) {
    this.isSending = isSending;
    this.said.textContent = said;
    for (const button of this.buttons) button.disabled = isSending;
  }

  /**
   * Press an answer by its key, but not while somebody types, or has keys kept to the bar of time.
   * @returns whether it was one
   */
  press(event: KeyboardEvent): boolean {
    const target = event.target as HTMLElement;
    const isOurs = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !target.closest(TYPED);
    if (!isOurs || localStorage.getItem("verger.keys") === "here") return false;
    const key = event.key === "Enter" && target === document.body ? "y" : event.key;
    const button = this.buttons.find((one) => one.getAttribute("aria-keyshortcuts") === key && !one.disabled);
    button?.click();
    return Boolean(button);
  }
}

/** What takes keys itself. */
const TYPED = "input, select, textarea, dialog, [contenteditable], [data-keys]";

/** What comes first: where silence answers soon, then what somebody asks, then what waits for this seat alone. */
const urgency = (one: Schemas["Awaited"], other: Schemas["Awaited"]) => rank(one) - rank(other);

const rank = ({ until, about, seats }: Schemas["Awaited"]) => (until ? 0 : about ? 1 : seats.length === 1 ? 2 : 3);
