// The palette: everything that the seat may do, searched by the game's own words; what is chosen opens its form.
//
// A combobox with a list box (WAI-ARIA Authoring Practices, Combobox): the field keeps the focus, arrow keys go through the list.

import { el, words } from "../kit/dom.js";
import { sought } from "../kit/spelling.js";
import { awaitedOf } from "../session/awaited.js";
import { draft } from "../session/links.js";
import { namesAt } from "../session/names.js";
import { answering, isAside, offered } from "./offers.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("./offers.js").Offered} Offered */

/**
 * Open it, with what is open to the seat now.
 * @param {Watch} watch
 */
export async function palette(watch) {
  if (document.querySelector("dialog.palette[open]")) return;
  const { api, seat, head } = watch;
  /** @type {[Schemas["OptionsView"], Schemas["SessionView"], import("../session/names.js").Names]} */
  const [{ options }, { awaited }, names] = await Promise.all([watch.options(), api.read("", { at: head }), namesAt(watch, head)]);
  const offers = offered(options, names);
  const waits = awaitedOf(awaited, seat);
  const asked = [...new Set(waits.flatMap((wait) => answering(offers, wait)))];
  const rest = offers.filter((one) => !asked.includes(one));
  const groups = /** @type {[string, Offered[]][]} */ ([
    ["What play waits for", asked],
    [watch.ruleset.title, rest.filter((one) => !isAside(one))],
    ["At any table", rest.filter(isAside)],
  ]);
  new Palette(groups, (one) => draft(watch, one.option.fixed, one.key)).open();
}

class Palette {
  /**
   * @param {[string, Offered[]][]} groups
   * @param {(one: Offered) => void} choose
   */
  constructor(groups, choose) {
    this.groups = groups;
    this.choose = choose;
    /** @type {{one: Offered, item: HTMLElement}[]} */
    this.shown = [];
    this.at = 0;
    this.list = el("div", { role: "listbox", id: "moves-found", "aria-label": "Moves" });
    this.none = el("p", { class: "faint", role: "status" });
    this.input = el("input", {
      type: "text",
      role: "combobox",
      "aria-label": "Find a move",
      "aria-expanded": "true",
      "aria-controls": "moves-found",
      "aria-autocomplete": "list",
      autocomplete: "off",
      placeholder: "Find a move",
      oninput: () => this.#sift(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event),
    });
    const close = el("button", { type: "button", class: "plain", "aria-label": "Close", onclick: () => this.dialog.close() }, "×");
    this.dialog = el(
      "dialog",
      { class: "palette", "aria-label": "What you may do", onclose: () => this.dialog.remove() },
      el("div", { class: "pair" }, this.input, close),
      this.list,
      this.none,
    );
    // A press beside it closes it.
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  open() {
    document.body.append(this.dialog);
    this.#sift();
    this.dialog.showModal();
    this.input.focus();
  }

  #sift() {
    const asked = sought(this.input.value).split(" ");
    const fits = (/** @type {Offered} */ { name }) => asked.every((word) => sought(name).includes(word));
    this.shown = [];
    const parts = this.groups.map(([title, offers], n) => this.#group(title, offers.filter(fits), n));
    this.list.replaceChildren(...parts.filter((part) => part !== null));
    this.none.textContent = this.shown.length ? "" : "Nothing that is open to you is called so.";
    this.#go(0);
  }

  /**
   * @param {string} title
   * @param {Offered[]} offers
   * @param {number} n
   */
  #group(title, offers, n) {
    if (!offers.length) return null;
    const id = `moves-${n}`;
    const items = offers.map((one) => this.#item(one));
    return el("div", { role: "group", "aria-labelledby": id }, el("h3", { id, role: "presentation" }, title), ...items);
  }

  /** @param {Offered} one */
  #item(one) {
    const { name, cost } = one;
    const at = this.shown.length;
    const item = el(
      "div",
      { role: "option", id: `move-${at}`, "aria-selected": "false", onclick: () => this.#choose(one), onpointermove: () => this.#go(at) },
      words(name),
      cost && el("span", { class: "faint" }, cost),
    );
    this.shown.push({ one, item });
    return item;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const far = this.shown.length - 1;
    const steps = { ArrowDown: this.at + 1, ArrowUp: this.at - 1, PageDown: Math.min(this.at + 8, far), PageUp: Math.max(this.at - 8, 0) };
    const next = steps[/** @type {keyof typeof steps} */ (event.key)];
    const chosen = this.shown[this.at];
    if (next !== undefined && far >= 0) this.#go((next + far + 1) % (far + 1), true);
    else if (event.key === "Enter" && chosen) this.#choose(chosen.one);
    else return;
    event.preventDefault();
  }

  /**
   * @param {number} at
   * @param {boolean} [isKey] what keys reach is brought in sight
   */
  #go(at, isKey = false) {
    this.shown[this.at]?.item.setAttribute("aria-selected", "false");
    this.at = at;
    const item = this.shown[at]?.item;
    item?.setAttribute("aria-selected", "true");
    if (item) this.input.setAttribute("aria-activedescendant", item.id);
    else this.input.removeAttribute("aria-activedescendant");
    if (isKey) item?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Offered} one */
  #choose(one) {
    this.dialog.close();
    this.choose(one);
  }
}
