// Play: the open draft, which is one form, and the button for all moves.
//
// How a form is found and filled, by a person, a screen reader or a test:
// - The palette (palette.ts) lists every legal move by name. A name is the option's label and, after a colon, its subject: "Set a limit",
//   "Agree: go on to Load", "Propose: Adopt a premise". Choosing a move opens its form here. The form has the same name:
//   <form aria-label="Set a limit">.
// - Each field has the label of the option's field, such as "Kind" or "Say what it is". Several values, and objects, are in a <fieldset>
//   with the label as its legend. Entries of a list are fieldsets, too: "Changes 1", "Changes 2". A few choices are radio buttons. If an
//   object can have several shapes, a select "Kind of changes" chooses one. Optional fields are behind "More…".
// - "Try it" shows the preview. The button with the option's label makes the move. A fault is shown at its field, a refusal below the
//   buttons, and the last accepted move in the line below the heading (role="status").
//
// The page knows a game only from the API: from `GET …/options?seat=`, `awaited`, and the schemas of moves.

import { Described } from "../fields/schema";
import { fits } from "../fields/shape";
import { el } from "../kit/dom";
import { cut } from "../kit/spelling";
import { messageOf } from "../kit/text";
import { rulePage } from "../session/base";
import { draft } from "../session/links";
import { Names, namesAt } from "../session/names";
import { panel } from "../session/panel";
import type { Schemas, Watch } from "../session/watch";
import { granting } from "../session/wishes";
import { keeping } from "../session/written";
import type { Host } from "./form";
import { Form } from "./form";
import type { Offered } from "./offers";
import { offered } from "./offers";
import { openPalette } from "./opener";
import { resend } from "./resend";

export function play(place: HTMLElement, watch: Watch) {
  const moves = new Moves(watch);
  place.append(...moves.elements);
  panel(place, watch, ({ isHead }, signal) => moves.show(isHead, signal));
}

/** The maximum number of characters of a ruling that are quoted to identify a dispute. */
const QUOTED = 90;

/** The drafts of the seat, which keep their values while others move. */
class Moves {
  /** The legal moves of the seat, by key. */
  offers: Map<string, Offered> = new Map();
  /** The forms of all drafts whose moves were not made yet, by key. */
  forms: Map<string, Form> = new Map();
  /** The key of the visible form; empty if there is none. */
  at = "";
  schemas: Promise<{ move: unknown }> | null = null;
  host: Host;
  /** The version of the newest move that was made here. */
  made = 0;
  /** The move that another part of the page wants to fill in. */
  drafted: { move: Record<string, unknown>; key?: string } | null = null;
  /** The moves that were unfinished when the page was left. */
  left: Record<string, unknown>[];
  status = el("p", { role: "status", tabindex: -1 });
  trouble = el("p", { class: "problem" });
  past: HTMLParagraphElement;
  drafts = el("div");
  present: HTMLDivElement;
  elements: HTMLElement[];

  constructor(readonly watch: Watch) {
    this.host = this.#begin();
    this.left = keeping(watch, "written", () => [...this.left, ...[...this.forms.values()].flatMap((form) => form.written)]);
    const sent = watch.unanswered.all.map((one) =>
      resend(watch, one, { made: (event) => this.#made(event), refused: (move) => draft(watch, move) }),
    );
    this.past = el(
      "p",
      { hidden: true },
      "This is the past. You can make moves only at the newest version. ",
      el("button", { type: "button", onclick: () => watch.go(null) }, "Go to the newest version"),
    );
    const all = el("button", { type: "button", onclick: () => openPalette(watch) }, "All moves");
    this.present = el("div", {}, el("p", { class: "actions" }, all), this.drafts);
    this.elements = [el("h2", {}, "Play"), this.status, ...sent, this.trouble, this.past, this.present];
    // The last move is shown until the next event.
    watch.addEventListener("grown", () => {
      if (watch.head > this.made) this.status.textContent = "";
    });
    granting("draft", (wanted) => {
      this.drafted = wanted;
      this.#draft();
    });
  }

  async show(isHead: boolean, signal?: AbortSignal) {
    this.past.hidden = isHead;
    this.present.hidden = !isHead;
    if (!isHead) return;
    try {
      await this.#ask(signal);
      this.trouble.replaceChildren();
    } catch (error) {
      if (signal?.aborted) throw error;
      // A lost connection must not remove unfinished text.
      const again = el("button", { type: "button", onclick: () => this.show(true) }, "Ask again");
      this.trouble.replaceChildren(messageOf(error), " ", again);
    }
  }

  async #ask(signal?: AbortSignal) {
    const { api } = this.watch;
    const view: Schemas["OptionsView"] = await this.watch.options(signal);
    const at = view.version;
    const [known, disputes] = await Promise.all([
      namesAt(this.watch, at),
      view.options.some(isOnDispute) ? api.read("/disputes", { at }, signal) : null,
    ]);
    if (signal?.aborted || at < this.host.seen) return;
    const names = known.with((disputes?.disputes ?? []).map(disputed));
    this.host.table.names = names;
    this.host.seen = at;
    this.#offer(offered(view.options, names));
    this.#draft();
  }

  /** Make the context that all forms share. */
  #begin(): Host {
    const { watch } = this;
    return {
      api: watch.api,
      moves: new Described({}),
      table: {
        names: new Names(new Map(), new Map()),
        rules: watch.ruleset.rules,
        page: (rule) => rulePage(watch.ruleset.name, rule),
        listed: (read, name) => listed(watch, read, name),
      },
      unanswered: watch.unanswered,
      seen: 0,
      refresh: () => this.#ask(),
      made: (event, form) => this.#made(event, form),
      drafted: (option, move) => watch.dispatchEvent(new CustomEvent("drafting", { detail: move && { option, move } })),
      away: () => this.#see(""),
    };
  }

  /** Request the schemas of moves, which are first needed when a form opens. */
  async #described() {
    if (!this.schemas) this.schemas = this.watch.api.get(`/v1/rulesets/${this.watch.ruleset.name}/schemas`);
    this.schemas.catch(() => {
      this.schemas = null;
    });
    this.host.moves = new Described((await this.schemas).move);
  }

  #offer(offers: Offered[]) {
    this.offers = new Map(offers.map((one) => [one.key, one]));
    for (const [key, form] of this.forms) {
      const one = this.offers.get(key);
      if (one) form.update(one);
      else form.close();
    }
  }

  /** Show the form of a move, and fill in its known values. */
  async #open(key: string, move?: Record<string, unknown>) {
    try {
      await this.#described();
    } catch (error) {
      this.status.textContent = messageOf(error);
      return;
    }
    const offer = this.offers.get(key);
    const form = this.forms.get(key) ?? (offer && new Form(offer, this.host));
    if (!form) return;
    this.forms.set(key, form);
    this.status.textContent = "";
    const known = Object.keys(move ?? {}).filter((name) => !(name in form.offered.option.fixed));
    if (move && known.length) form.fill(move);
    this.#see(key);
    form.element.scrollIntoView({ block: "nearest" });
    form.focus();
  }

  /** @param key the draft to show; forms whose moves are on their way stay visible, too */
  #see(key: string) {
    const seen = [...this.forms].filter(([own, form]) => own === key || form.whereabouts !== "here");
    const before = this.forms.get(this.at);
    this.at = key;
    this.drafts.replaceChildren(...seen.map(([, form]) => form.element));
    const now = this.forms.get(key);
    if (now) now.told(true);
    else before?.told(false);
  }

  /** @param form the form that made the move, if there is one */
  #made(event: Schemas["EventView"], form?: Form) {
    const { watch } = this;
    form?.told(false);
    for (const [key, one] of this.forms) if (one === form) this.forms.delete(key);
    this.#see("");
    this.made = event.version;
    this.status.textContent = event.event.ruling.sentence;
    this.status.focus();
    watch.go(null);
    // The stream brings the event, too. It is shown at once unless other events came before it.
    if (event.version === watch.head + 1) watch.grow(event);
  }

  /** Put the moves that were unfinished when the page was left back into their forms, if they are legal. */
  async #restore() {
    if (!this.left.length || !this.offers.size) return;
    const left = this.left;
    const offers = [...this.offers.values()];
    for (const move of left) {
      const offer = offers.find(({ option }) => fits(option, move, false));
      if (!offer) continue;
      this.left = this.left.filter((one) => one !== move);
      await this.#open(offer.key, move);
    }
  }

  #draft() {
    this.#restore();
    const { drafted: wanted, watch } = this;
    if (!wanted || !this.offers.size) return;
    const offers = [...this.offers.values()];
    const offer = offers.find(({ key }) => key === wanted.key) ?? offers.find(({ option }) => fits(option, wanted.move, false));
    if (!offer && this.host.seen < watch.head) return;
    this.drafted = null;
    if (offer) this.#open(offer.key, wanted.move);
    else this.status.textContent = "This move is not legal for you now.";
  }
}

const isOnDispute = ({ fixed, fields = [] }: Schemas["Option"]) => "dispute" in fixed || fields.some(({ name }) => name === "dispute");

/** A dispute's id and its description, for choosing a dispute in a form. */
function disputed({ dispute, about: { of, number }, ruled: { sentence } }: Schemas["DisputeView"]): [string, string] {
  return [dispute, `${dispute} on ${of === "event" ? "version" : "refusal"} ${number}, ${cut(sentence, QUOTED)}`];
}

/** The entries that a read of the session lists, each with its number and its sentence. */
async function listed(watch: Watch, read: string, name: string) {
  const answer = await watch.api.read(`/${read}`).catch(() => ({}));
  const entries = Object.values(answer).find((value) => Array.isArray(value)) ?? [];
  return entries.map((entry: any) => ({ value: entry[name], label: String(entry.sentence ?? "") }));
}
