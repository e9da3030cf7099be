// A form: one option with its fields. The player fills it in, previews the result, and makes the move.

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

/** The context of a form: the API, the table, and the panel that shows the form. */
export type Host = {
  api: Api;
  /** the descriptions of moves in the schemas */
  moves: Described;
  table: Omit<Table, "refused">;
  unanswered: Unanswered;
  /** the version of the options that are shown */
  seen: number;
  /** requests the options again */
  refresh: () => Promise<void>;
  made: (event: Schemas["EventView"], form: Form) => void;
  /** hides a form, which keeps its content */
  away: (form: Form) => void;
  /** receives the values that are filled in; null when the form is hidden or its move was made */
  drafted: (option: Schemas["Option"], move: Record<string, unknown> | null) => void;
};

const LOST = "No answer came, so nobody knows yet whether the move was made. You can send it again unchanged: it is made only once.";

/** A draft: the form of a move. It keeps its content as long as the page is open. */
export class Form {
  isOpen = true;
  /** Whether the player was asked to confirm a roll of no dice. */
  isSure = false;
  /** Whether the move is not sent yet (`here`), is on its way, or was sent and its result is unknown. */
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

  /** The unfinished move, in a list; an empty list if nothing was filled in, or if the move was sent. */
  get written(): Record<string, unknown>[] {
    const move = this.part.read();
    return this.whereabouts === "here" && JSON.stringify(move) !== this.part.blank ? [move] : [];
  }

  /** @param offered the current option of the same move */
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

  /** Show that the move is not legal any more. The typed texts stay: they can be copied, or sent if the move becomes legal again. */
  close() {
    // While the form's own move is on its way, that move may be the reason.
    if (!this.isOpen || this.whereabouts !== "here") return;
    this.isOpen = false;
    this.#allow();
    this.#say(
      el("p", { class: "problem" }, "This move is not legal any more. Your texts stay here as long as the form is open."),
      el("p", {}, el("button", { type: "button", onclick: () => openPanel("story") }, "What happened?")),
    );
  }

  /** @param move the values to fill in */
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

  /** Report the values that are filled in, or that the form is hidden. */
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
    await this.#meanwhile("The preview is on its way.", async () => {
      const view = await this.host.api.move(move, { dryRun: true });
      this.#say(...trial(view, this.table));
    });
  }

  /** Return the move that was filled in. If it has faults, show them and return null. */
  #filled() {
    const wrong = this.part.check();
    wrong[0]?.focus();
    return wrong.length ? null : this.part.read();
  }

  /** @param said the message while the work goes on */
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

  /** Enable the buttons that can be used now. While the result is unknown, only the same move can be sent again. */
  #allow() {
    const { whereabouts, isOpen } = this;
    this.fields.disabled = whereabouts !== "here";
    this.attempt.disabled = whereabouts !== "here" || !isOpen;
    this.make.disabled = whereabouts === "sent" || (whereabouts === "here" && !isOpen);
    const { option } = this.offered;
    const { dice, cost } = this.part;
    const said = dice === undefined ? option.label : rolls(option.label ?? "", dice, this.isSure);
    const words = whereabouts === "unknown" ? "Send again" : [said, cost || this.offered.cost].filter(Boolean).join(" – ");
    // WebKit loses a press on a button if its text is replaced during the press.
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

/** The ids with names in the facts of a refusal. */
const idsIn = (facts: Record<string, unknown> | undefined, names: Names) =>
  Object.values(facts ?? {})
    .flat()
    .map(String)
    .filter((fact) => names.knows(fact));
