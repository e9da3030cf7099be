// The question: the most urgent question to this seat, on the board, with a button for each answer.
//
// The button of an answer without fields makes the move at once. The button of another answer opens its form. The keys `y` and `n` answer
// a yes-or-no question. Enter does the same as `y` if no element has the focus. The player can give a reason for a no. If the seat is asked
// nothing, there are buttons for the moves that anybody can make. Other questions to the seat have a button each below.

import { byId, el, words } from "../kit/dom";
import { list } from "../kit/list";
import { messageOf } from "../kit/text";
import { Problem } from "../session/api";
import { asked, awaitedOf, isOfAnybody, isUnhurried, others } from "../session/awaited";
import { draft, openPanel, showDispute, versionLink } from "../session/links";
import { Names } from "../session/names";
import { panel } from "../session/panel";
import { Sending } from "../session/sending";
import type { Schemas, Watch } from "../session/watch";
import { answerButtons } from "./answers";
import { declines } from "./declined";
import { answering, offered } from "./offers";
import type { Way } from "./ways";
import { ways } from "./ways";

type Awaited = Schemas["Awaited"];

/** The number of steps that are listed of those that a rewind would undo, the newest. */
const TOLD = 4;
/** The buttons show only labels of options, which need no names. */
const NAMELESS = new Names(new Map(), new Map());
const CHANGED = "This has changed in the meantime: look at it again.";

export function question(place: HTMLElement, watch: Watch) {
  if (watch.seat === null) return;
  const card = new Card(watch);
  const see = (isAsked: boolean) => {
    place.classList.toggle("idle", !isAsked);
    place.setAttribute("aria-label", isAsked ? "The question for you" : "The current turn");
  };
  // The question always keeps its room. Without that, the board would move at each question.
  const news = declines(watch, () => place.classList.toggle("news", news.hasChildNodes()));
  place.replaceChildren(news, ...card.elements);
  see(watch.moment.isHead && card.announce(card.waits(watch.session), watch.session));
  panel(place, watch, async ({ version, isHead }, signal) => {
    const isShown = isHead && (await card.show(version, signal));
    if (signal.aborted || card.isSending) return;
    if (!isShown) card.rest(isHead);
    see(isShown && card.isAsked);
    // After an answer, the focus moves to the next question, or to the board if there is none.
    if (card.isLeft) (isShown && card.isAsked ? card.buttons[0] : byId("board"))?.focus({ preventScroll: true });
    card.isLeft = false;
  });
  document.addEventListener("keydown", (event) => {
    if (card.press(event)) event.preventDefault();
  });
}

/** The question to the seat, and its answers. */
class Card {
  sending: Sending;
  isSending = false;
  /** Whether the pressed answer had the focus: then the focus must move to another element. */
  isLeft = false;
  /** The id of the shown question. */
  asked = "";
  /** The id of the question that the player chose, and the ids of all questions at that time. A new question ends the choice. */
  chosen: { id: string | undefined; among: (string | undefined)[] } = { id: "", among: [] };
  /** The answer that destroys something, was pressed once, and needs a second press. */
  sure: Way | null = null;
  /** The shown question as text, to find out whether it has changed. */
  shown = "";
  sentence = el("p", { class: "asked" });
  change = el("div");
  answers = el("div", { class: "answers", role: "group", "aria-label": "Answers" });
  /** The form for the reason of a no. */
  reason = el("div");
  said = el("p", { class: "said", role: "status" });
  /** The other questions to the seat. */
  others = el("p", { class: "others" });
  title = el("h2");
  elements: HTMLElement[];
  buttons: HTMLButtonElement[] = [];
  /** Whether the seat is asked. If not, anybody may go on. */
  isAsked = false;

  constructor(readonly watch: Watch) {
    this.sending = new Sending(watch.api);
    this.elements = [this.title, this.sentence, this.change, this.answers, this.reason, this.said, this.others];
  }

  /**
   * Show the sentence of the question before its answers are known.
   * @param waits the questions to the seat, first the one to show
   * @returns whether anything is asked
   */
  announce([wait, ...more]: Awaited[], session: Schemas["SessionView"]): boolean {
    const own = wait && (more.length || !isOfAnybody(wait)) ? wait : null;
    this.title.textContent = !own ? "Nothing is asked of you" : isOfAnybody(own) || isUnhurried(own) ? "For the table" : "For you";
    this.sentence.replaceChildren(words(own?.sentence ?? others(session)));
    return own !== null;
  }

  /** Show the state of play if the seat has nothing to answer. */
  rest(isHead: boolean) {
    const { watch } = this;
    const { session } = watch;
    this.shown = "";
    this.isAsked = false;
    this.buttons = [];
    for (const part of [this.change, this.reason, this.others]) part.replaceChildren();
    this.others.dataset["of"] = "";
    this.said.textContent = "";
    const own = awaitedOf(session.awaited, watch.seat);
    if (isHead) {
      this.announce([], { ...session, awaited: session.awaited.filter((wait) => !own.includes(wait)) });
      return this.answers.replaceChildren();
    }
    const now = el("button", { type: "button", class: "main", onclick: () => watch.go(null) }, "Go to the newest version");
    this.title.textContent = "This is the past. You can make moves only at the newest version";
    this.sentence.replaceChildren(words(asked(own) || others(session)));
    this.answers.replaceChildren(now);
  }

  /** The questions to the seat: first the chosen one, then the others, the most urgent first. */
  waits({ awaited }: Schemas["SessionView"]) {
    const own = awaitedOf(awaited, this.watch.seat);
    const { id, among } = this.chosen;
    const isChosen = own.every((wait) => among.includes(wait.id));
    const order = (wait: Awaited) => (isChosen && wait.id === id ? -1 : urgency(wait));
    return own.toSorted((one, other) => order(one) - order(other));
  }

  /**
   * Show the question at a version, with its answers.
   * @returns whether there is a question
   */
  async show(version: number, signal?: AbortSignal): Promise<boolean> {
    const { api } = this.watch;
    const session: Schemas["SessionView"] = await api.read("", { at: version }, signal);
    const waits = this.waits(session);
    const [wait] = waits;
    if (!wait) return false;
    const view: Schemas["OptionsView"] = await this.watch.options(signal);
    const change = await this.#change(wait, version, signal);
    if (signal?.aborted) return false;
    const answers = ways(answering(offered(view.options, NAMELESS), wait));
    const shown = JSON.stringify([wait.id, wait.sentence, answers]);
    this.asked = wait.id ?? "";
    this.#choice(waits);
    this.isAsked = this.announce(waits, session);
    if (shown === this.shown || this.isSending) return true;
    this.shown = shown;
    this.change.replaceChildren(...change);
    this.reason.replaceChildren();
    this.said.textContent = "";
    this.sure = null;
    this.#offer(answers);
    return true;
  }

  /** Make a button for each other question to the seat. If the questions are the same as before, the buttons stay, with the focus. */
  #choice(waits: Awaited[]) {
    const among = waits.map(({ id }) => id);
    const of = JSON.stringify(among);
    if (this.others.dataset["of"] === of) return;
    this.others.dataset["of"] = of;
    const choose = async ({ id }: Awaited) => {
      this.chosen = { id, among };
      await this.show(this.watch.moment.version).catch((error) => this.#tell(messageOf(error), false));
      this.buttons[0]?.focus();
    };
    const buttons = waits
      .slice(1)
      .map((wait) => el("button", { type: "button", class: "plain", onclick: () => choose(wait) }, words(wait.object || wait.sentence)));
    this.others.replaceChildren(...(buttons.length ? ["Also open: ", ...buttons] : []));
  }

  /** The subject of a question about a rewind, which is the steps that it would undo, or about a dispute. */
  async #change({ rule, about }: Awaited, version: number, signal?: AbortSignal): Promise<HTMLElement[]> {
    if (rule === "dispute.settle" && about) return [showDispute(about)];
    if (rule !== "table.rewind") return [];
    const { api } = this.watch;
    const { table }: Schemas["StateView"] = await api.read("/state", { at: version }, signal);
    const to = table.rewind?.to;
    if (!to) return [];
    const after = Math.max(to, version - TOLD);
    const events: Schemas["EventView"][] = (await api.read("/events", { after, limit: TOLD }, signal)).events;
    const steps = list(events, ({ event }) => el("li", {}, words(event.ruling.sentence)));
    return [
      el(
        "details",
        {},
        el("summary", {}, `Steps that would be undone: ${version - to}`),
        steps,
        el("p", {}, versionLink(this.watch, to, "Look at play before these steps"), "."),
      ),
    ];
  }

  #offer(found: Way[]) {
    const { elements, buttons } = answerButtons(found, (way) => this.#press(way));
    this.buttons = buttons;
    // If the question has no answers here, it asks for seats, which the GM adds in the panel “Table”.
    const table = el("button", { type: "button", onclick: () => openPanel("table") }, "Show the table");
    this.answers.replaceChildren(...(found.length ? elements : [table]));
  }

  #press(way: Way) {
    if (!way.isWhole) return draft(this.watch, way.known, way.key);
    if (way.reason) return this.#ask(way, way.reason);
    if (this.#isSure(way)) this.#take(way);
  }

  /** Show a field for the reason of a no, which the player can leave empty. */
  #ask(way: Way, { name, label = "", limit }: NonNullable<Way["reason"]>) {
    const input = el("input", { type: "text", maxlength: limit, autocomplete: "off", dir: "auto" });
    const submit = (event: Event) => {
      event.preventDefault();
      const reason = input.value.trim();
      this.#take({ ...way, known: { ...way.known, ...(reason ? { [name]: reason } : {}) } });
    };
    const form = el(
      "form",
      { class: "pair", "aria-label": way.label, onsubmit: submit },
      el("label", {}, `${label} (optional) `, input),
      el("button", { class: "main" }, way.label),
    );
    this.reason.replaceChildren(form);
    input.focus();
  }

  /** Whether an answer can be sent: an answer that destroys something needs a second press. */
  #isSure(way: Way) {
    if (!way.destroys || this.sure === way) return true;
    this.sure = way;
    this.said.textContent = `${way.consequence} Press “${way.label}” again if you are sure.`;
    return false;
  }

  async #take({ known }: Way) {
    const { watch } = this;
    this.isLeft = [this.answers, this.reason].some((part) => part.contains(document.activeElement));
    this.#tell("Your answer is on its way.", true);
    try {
      const event = await this.sending.make(known, watch.unanswered, undefined, this.asked);
      this.isSending = false;
      this.shown = "";
      if (event.version === watch.head + 1) watch.grow(event);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#tell(error.code === "question_closed" ? CHANGED : error.advice, false);
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
   * Press the answer of a key, except while somebody types, or if the reader has limited keys to the bar of time.
   * @returns whether the key belongs to an answer
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

/** Elements that use keys themselves. */
const TYPED = "input, select, textarea, dialog, [contenteditable], [data-keys]";

/**
 * The rank of a question: first those with a time limit, then those about something, to only this seat, and to several seats. Disputes, and
 * moves that anybody can make, come last.
 */
const urgency = (wait: Awaited) =>
  isOfAnybody(wait) ? 5 : isUnhurried(wait) ? 4 : wait.until ? 0 : wait.about ? 1 : wait.seats.length === 1 ? 2 : 3;
