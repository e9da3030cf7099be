// A form: one option that can be filled in, tried, and made a move.

import type { Table } from "../fields/part";
import { Part } from "../fields/part";
import { NO_DICE, rolls } from "../fields/path";
import type { Described } from "../fields/schema";
import { suggested } from "../fields/shape";
import type { Child } from "../kit/dom";
import { el } from "../kit/dom";
import type { Api } from "../session/api";
import { Problem } from "../session/api";
import { openPanel } from "../session/links";
import type { Names } from "../session/names";
import { Sending } from "../session/sending";
import type { Unanswered } from "../session/unanswered";
import { isUnanswered } from "../session/unanswered";
import type { Schemas } from "../session/watch";
import { insist, isStale } from "./insist";
import type { Offered } from "./offers";
import { meanwhile, refusal, trial } from "./outcome";

/** The surroundings of a form: the API, the table, and the panel that shows the form. */
export type Host = {
  api: Api;
  /** the descriptions of moves in the schemas */
  moves: Described;
  table: Omit<Table, "refused">;
  unanswered: Unanswered;
  /** the version of the options that are shown */
  seen: number;
  /** ask for the options again */
  refresh: () => Promise<void>;
  made: (event: Schemas["EventView"], form: Form) => void;
  /** put a form aside with its content */
  away: (form: Form) => void;
  /** takes the move that is filled in; null once it is no longer filled in */
  drafted: (option: Schemas["Option"], move: Record<string, unknown> | null) => void;
};

const LOST =
  "No answer came, so nobody knows yet whether the move was made. Send it again as it is: it is made once, however often it is sent.";

/** A draft: the form of a move. It keeps its content as long as the page is open. */
export class Form {
  isOpen = true;
  /** Whether it was asked if no dice are to be rolled. */
  isSure = false;
  /** Whether the move is still here, is being sent, or was sent and the result is unknown. */
  whereabouts: "here" | "sent" | "unknown" = "here";
  sending: Sending;
  table: Table;
  name: HTMLHeadingElement;
  part: Part;
  fields: HTMLFieldSetElement;
  make = el("button", { class: "main" });
  attempt: HTMLButtonElement;
  outcome = el("div", { class: "outcome", tabindex: -1, "aria-live": "polite" });
  away: HTMLButtonElement;
  form: HTMLFormElement;
  element: HTMLElement;

  constructor(
    public offered: Offered,
    readonly host: Host,
  ) {
    this.sending = new Sending(host.api);
    this.table = { ...host.table, refused: [] as string[] };
    this.name = el("h3", { dir: "auto" }, offered.name);
    this.part = new Part(offered.option, this.#described(), this.table);
    this.fields = el("fieldset", { class: "filled" }, this.part.element);
    this.attempt = el("button", { type: "button", onclick: () => this.#try() }, "Try it");
    this.away = el("button", { type: "button", class: "plain", onclick: () => host.away(this) }, "Put away");
    this.form = el(
      "form",
      { "aria-label": offered.name, novalidate: true, onsubmit: (event: Event) => this.#submit(event) },
      this.fields,
      el("p", { class: "actions" }, this.make, this.attempt, this.away),
      this.outcome,
    );
    for (const kind of ["input", "change"]) this.form.addEventListener(kind, () => this.#changed());
    this.element = el("section", { class: "move" }, this.name, this.form);
    this.#allow();
  }

  /** The move that somebody is writing, if it was not sent. */
  get written(): Record<string, unknown>[] {
    const move = this.part.read();
    return this.whereabouts === "here" && JSON.stringify(move) !== this.part.blank ? [move] : [];
  }

  /** @param offered the same move as it is open now */
  update(offered: Offered) {
    const isSame = JSON.stringify(offered.option) === JSON.stringify(this.offered.option);
    this.offered = offered;
    this.table.names = this.host.table.names;
    this.name.textContent = offered.name;
    this.form.setAttribute("aria-label", offered.name);
    if (!this.isOpen) this.#say();
    this.isOpen = true;
    this.#allow();
    if (isSame) this.part.refresh();
    else this.part.update(offered.option, this.#described());
  }

  /** Note that the move is no longer possible. The typed texts stay, to be copied, or sent when it is possible again. */
  close() {
    // While its own move is under way, that may be why.
    if (!this.isOpen || this.whereabouts !== "here") return;
    this.isOpen = false;
    this.#allow();
    this.#say(
      el("p", { class: "problem" }, "This move is not open any more. Your texts stay here as long as the form is open."),
      el("p", {}, el("button", { type: "button", onclick: () => openPanel("story") }, "What happened?")),
    );
  }

  /** @param move what to fill in */
  fill(move: Record<string, unknown>) {
    this.part.write({ ...suggested(this.offered.option), ...move });
  }

  #changed() {
    this.part.refresh();
    this.isSure = false;
    this.#allow();
    this.told(true);
  }

  /** Focus the first field that is not filled in, or else the first field, or else the button. */
  focus() {
    const all = this.fields.querySelectorAll("input:not([hidden]), select:not([hidden]), textarea");
    const fields = [...all].filter((one) => one.checkVisibility()) as HTMLInputElement[];
    (fields.find((one) => this.#isEmpty(one)) ?? fields[0] ?? this.make).focus();
  }

  #isEmpty({ type, name, value, placeholder }: HTMLInputElement) {
    if (type === "radio") return !this.fields.querySelector(`input[name="${CSS.escape(name)}"]:checked`);
    return type !== "checkbox" && !placeholder && !value;
  }

  /** Report the move that is filled in. */
  told(isSeen: boolean) {
    this.host.drafted(this.offered.option, isSeen ? this.part.read() : null);
  }

  async #submit(event: Event) {
    event.preventDefault();
    const move = this.#filled();
    if (!move) return;
    if (this.part.dice === 0 && !this.isSure) {
      this.isSure = true;
      this.#allow();
      return this.#say(el("p", {}, NO_DICE));
    }
    await this.#meanwhile("The move is on its way.", async () => {
      const made = await this.#make(move);
      this.host.made(made, this);
    });
  }

  /** Make the move with the values that the form shows. */
  #make(move: Record<string, unknown>) {
    const asked = JSON.stringify(this.offered.option);
    const isSame = async () => {
      await this.host.refresh();
      return this.isOpen && JSON.stringify(this.offered.option) === asked;
    };
    return insist(() => this.sending.make(move, this.host.unanswered, this.host.seen), isSame);
  }

  async #try() {
    const move = this.#filled();
    if (!move) return;
    await this.#meanwhile("Trying.", async () => {
      const view = await this.host.api.move(move, { dryRun: true });
      this.#say(...trial(view, this.table));
    });
  }

  /** Return the move that was filled in, or show its faults and return nothing. */
  #filled() {
    const wrong = this.part.check();
    wrong[0]?.focus();
    return wrong.length ? null : this.part.read();
  }

  /** @param said while it goes on */
  async #meanwhile(said: string, work: () => Promise<void>) {
    this.whereabouts = "sent";
    this.#allow();
    this.#say(el("p", { class: "faint" }, said));
    try {
      await work();
      this.whereabouts = "here";
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.whereabouts = "here";
      this.#failed(error);
      this.outcome.focus();
    } finally {
      this.#allow();
    }
  }

  #failed(problem: Problem) {
    if (isUnanswered(problem)) {
      this.whereabouts = "unknown";
      this.#say(el("p", { class: "problem" }, LOST));
    } else if (isStale(problem)) {
      this.#say(...meanwhile((problem.body as any).events ?? []));
    } else {
      this.table.refused = idsIn(problem.body.facts, this.table.names);
      this.part.refresh();
      this.#say(...refusal(problem, this.table));
    }
  }

  /** Enable the buttons that fit. While the result is unknown, only the same move can be sent again. */
  #allow() {
    const { whereabouts, isOpen } = this;
    this.fields.disabled = whereabouts !== "here";
    this.attempt.disabled = whereabouts !== "here" || !isOpen;
    this.make.disabled = whereabouts === "sent" || (whereabouts === "here" && !isOpen);
    const { option } = this.offered;
    const { dice, cost } = this.part;
    const said = dice === undefined ? option.label : rolls(option.label ?? "", dice, this.isSure);
    const words = whereabouts === "unknown" ? "Send again" : [said, cost || this.offered.cost].filter(Boolean).join(" – ");
    // WebKit loses a press on a button whose text is written again while it is pressed.
    if (this.make.textContent !== words) this.make.textContent = words;
  }

  #say(...children: Child[]) {
    this.outcome.replaceChildren(...children.filter((child) => child instanceof Node));
  }

  #described() {
    const { move } = this.offered.option.fixed;
    return this.host.moves.shape({ move });
  }
}

/** The ids in the facts of a refusal that have a name. */
const idsIn = (facts: Record<string, unknown> | undefined, names: Names) =>
  Object.values(facts ?? {})
    .flat()
    .map(String)
    .filter((fact) => names.knows(fact));
