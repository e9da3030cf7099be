// Play: every move that is open to the seat, as forms.
//
// How a form is found and filled, by a person, a screen reader or a test:
// - each move that is open is a <details>, whose <summary> is its name: the option's label and, after a colon, what it
//   is about: "Set a limit", "Agree: go on to Load", "Propose: Adopt a premise". Opened, it holds the form, which has
//   the same name: <form aria-label="Set a limit">.
// - each field is labelled with its own label: "Kind", "What it is". Several values, and objects, are a <fieldset> with the
//   label as its legend; entries of a list are fieldsets too: "Changes 1", "Changes 2". Where an object may have several
//   shapes, a select "Kind of changes" chooses. What may be left out is behind "More…".
// - "Try it" shows what would come of it; the button that is called like the option makes the move. What is wrong stands at the field, a refusal below the
//   buttons, and what was accepted in the line below the heading (role="status").
//
// All that the page knows of a game is what the API says: GET …/options?seat=, awaited, and the schemas of moves.

import { Described } from "../fields/schema.js";
import { fits } from "../fields/shape.js";
import { el } from "../kit/dom.js";
import { asked } from "../session/awaited.js";
import { draft } from "../session/links.js";
import { Names, namesAt } from "../session/names.js";
import { panel } from "../session/panel.js";
import { granting } from "../session/wishes.js";
import { Form } from "./form.js";
import { answering, isAside, offered } from "./offers.js";
import { resend } from "./resend.js";
import { keeping } from "./written.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("./offers.js").Offered} Offered */

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function play(place, watch) {
  const moves = new Moves(watch);
  place.append(...moves.elements);
  panel(place, watch, ({ isHead }, signal) => moves.show(isHead, signal));
}

const WAYS_AT_MOST = 4;
/** Characters of a ruling by which a dispute is known. */
const QUOTED = 90;

/** The moves that are open now. Forms stay what they are while others move. */
class Moves {
  /** @param {Watch} watch */
  constructor(watch) {
    this.watch = watch;
    /** @type {Map<string, Form>} */
    this.forms = new Map();
    /** @type {import("./form.js").Host | null} */
    this.host = null;
    /** @type {Record<string, unknown> | null} */
    this.drafted = null;
    /** What was written when the page was left. @type {Record<string, unknown>[]} */
    this.left = keeping(watch, () => [...this.left, ...[...this.forms.values()].flatMap((form) => form.written)]);
    this.status = el("p", { role: "status", tabindex: -1 });
    const sent = watch.unanswered.all.map((one) =>
      resend(watch, one, { made: (event) => this.#made(event), refused: (move) => draft(watch, move) }),
    );
    this.trouble = el("p", { class: "problem" });
    this.past = el(
      "p",
      { hidden: true },
      "This is the past: moves are made now. ",
      el("button", { type: "button", onclick: () => watch.go(null) }, "Go to now"),
    );
    this.turn = el("p");
    this.awaited = el("div", { class: "moves" });
    this.search = el("input", { type: "search", id: "find-move", autocomplete: "off", oninput: () => this.#sift() });
    this.others = el("div", { class: "moves" });
    const finding = [el("h3", {}, "Everything that you may do"), el("label", { for: "find-move" }, "Find a move"), this.search];
    this.present = el("div", {}, this.turn, this.awaited, ...finding, this.others);
    this.elements = [el("h2", {}, "Play"), this.status, ...sent, this.trouble, this.past, this.present];
    granting("draft", (move) => {
      this.drafted = move;
      this.#draft();
    });
  }

  /**
   * @param {boolean} isHead
   * @param {AbortSignal} [signal]
   */
  async show(isHead, signal) {
    this.past.hidden = isHead;
    this.present.hidden = !isHead;
    if (!isHead) return;
    try {
      await this.#ask(signal);
      this.trouble.replaceChildren();
    } catch (error) {
      if (signal?.aborted) throw error;
      // What is being typed must not go with a lost line.
      const again = el("button", { type: "button", onclick: () => this.show(true) }, "Ask again");
      this.trouble.replaceChildren(error instanceof Error ? error.message : String(error), " ", again);
    }
  }

  /** @param {AbortSignal} [signal] */
  async #ask(signal) {
    const { api } = this.watch;
    /** @type {Schemas["OptionsView"]} */
    const view = await api.read("/options", { seat: this.watch.seat }, signal);
    const at = view.version;
    const [session, known, disputes, host] = await Promise.all([
      api.read("", { at }, signal),
      namesAt(this.watch, at),
      view.options.some(isOnDispute) ? api.read("/disputes", { at }, signal) : null,
      this.host ?? this.#begin(),
    ]);
    if (signal?.aborted || (this.host && at < this.host.seen)) return;
    const names = known.with((disputes?.disputes ?? []).map(disputed));
    this.host = host;
    host.table.names = names;
    host.seen = at;
    const waits = /** @type {Schemas["SessionView"]} */ (session).awaited.filter(({ seats }) => seats.includes(view.seat));
    const offers = offered(view.options, names);
    const answers = waits.flatMap((wait) => answering(offers, wait));
    const ways = [...new Set(answers.map(({ name }) => name.toLowerCase()))].slice(0, WAYS_AT_MOST);
    const answered = ways.length ? `What answers that: ${ways.join("; ")}.` : "";
    this.turn.textContent = `${asked(waits) || other(session, waits)} ${answered}`;
    this.#offer(offers, answers);
    this.#draft();
  }

  /** What all forms share, asked for once. @returns {Promise<import("./form.js").Host>} */
  async #begin() {
    const { watch } = this;
    const schemas = await watch.api.get(`/v1/rulesets/${watch.ruleset.name}/schemas`);
    return {
      api: watch.api,
      moves: new Described(schemas.move),
      table: {
        names: new Names(new Map(), new Map()),
        rules: watch.ruleset.rules,
        page: (rule) => `/docs/rulesets/${watch.ruleset.name}#${rule}`,
        listed: (read, name) => listed(watch, read, name),
      },
      unanswered: watch.unanswered,
      seen: 0,
      refresh: () => this.#ask(),
      made: (event) => this.#made(event),
      drafted: (option, move) => watch.dispatchEvent(new CustomEvent("drafting", { detail: move && { option, move } })),
    };
  }

  /**
   * @param {Offered[]} offers
   * @param {Offered[]} answers those that play waits for
   */
  #offer(offers, answers) {
    const { host } = this;
    if (!host) return;
    const open = new Map(offers.map((one) => [one.key, one]));
    for (const [key, form] of this.forms) {
      const one = open.get(key);
      if (one) form.update(one);
      else if (form.isBusy) form.close();
      else this.forms.delete(key);
    }
    for (const [key, one] of open) if (!this.forms.has(key)) this.forms.set(key, new Form(one, host));
    const first = new Set(answers.map(({ key }) => key));
    const rest = [...open.keys(), ...this.forms.keys()].filter((key) => !first.has(key));
    const elements = (/** @type {Iterable<string>} */ keys) => [...new Set(keys)].map((key) => this.#form(key).element);
    arrange(this.awaited, elements(first));
    arrange(this.others, elements(rest));
    this.#sift();
  }

  /** @param {string} key */
  #form(key) {
    return /** @type {Form} */ (this.forms.get(key));
  }

  /** @param {Schemas["EventView"]} event */
  #made(event) {
    const { watch } = this;
    for (const [key, form] of this.forms) if (!form.element.open) this.forms.delete(key);
    this.status.textContent = event.event.ruling.sentence;
    this.status.focus();
    watch.go(null);
    // The stream brings it too; here it is at once, unless others were between.
    if (event.version === watch.head + 1) watch.grow(event);
  }

  #draft() {
    this.left = this.left.filter((move) => !this.#fill(move));
    const form = this.drafted && this.#fill(this.drafted);
    if (!form) return;
    this.drafted = null;
    form.element.scrollIntoView({ block: "nearest" });
    form.begin();
  }

  /**
   * @param {Record<string, unknown>} move
   * @returns {Form | undefined} the form that it was written into, if its move is open
   */
  #fill(move) {
    const form = [...this.forms.values()].find(({ offered }) => fits(offered.option, move, false));
    form?.fill(move);
    return form;
  }

  #sift() {
    const sought = this.search.value.trim().toLowerCase();
    for (const { element, offered } of this.forms.values()) {
      element.hidden = element.parentElement === this.others && !element.open && !offered.name.toLowerCase().includes(sought);
      element.classList.toggle("aside", isAside(offered));
    }
  }
}

/** @param {Schemas["Option"]} option */
const isOnDispute = ({ fixed, fields = [] }) => "dispute" in fixed || fields.some(({ name }) => name === "dispute");

/**
 * What a dispute is about, for those who choose one.
 * @param {Schemas["DisputeView"]} one
 * @returns {[string, string]}
 */
function disputed({ dispute, about: { of, number }, ruled: { sentence } }) {
  const said = [...sentence];
  return [
    dispute,
    `${dispute} on ${of === "event" ? "version" : "refusal"} ${number}, ${said.length > QUOTED ? `${said.slice(0, QUOTED).join("")}…` : sentence}`,
  ];
}

/**
 * How play stands for a seat whose turn it is not.
 * @param {Schemas["SessionView"]} session
 * @param {Schemas["Awaited"][]} waits
 */
function other({ step }, waits) {
  if (step === "over") return "The game is over.";
  return waits.length ? "Anybody may go on." : "Play waits for others.";
}

/**
 * Have a place hold these in this order, and whoever stood on one of them still stand there.
 * @param {HTMLElement} place
 * @param {HTMLElement[]} elements
 */
function arrange(place, elements) {
  const held = document.activeElement;
  const there = new Set(elements);
  for (const child of [...place.children]) if (!there.has(/** @type {HTMLElement} */ (child))) child.remove();
  elements.forEach((element, n) => {
    if (place.children[n] !== element) place.insertBefore(element, place.children[n] ?? null);
  });
  if (held instanceof HTMLElement && held !== document.activeElement && held.isConnected) held.focus({ preventScroll: true });
}

/**
 * The numbers that a read of the session lists, the newest first, with their sentences.
 * @param {Watch} watch
 * @param {string} read
 * @param {string} name
 */
async function listed(watch, read, name) {
  const answer = await watch.api.read(`/${read}`).catch(() => ({}));
  const entries = Object.values(answer).find((value) => Array.isArray(value)) ?? [];
  return entries.map((/** @type {any} */ entry) => ({ value: entry[name], label: String(entry.sentence ?? "") }));
}
