// The palette: a list of all legal moves of the seat, with a search field. Choosing a move opens its form.
//
// A combobox with a list box (WAI-ARIA Authoring Practices, Combobox): the field keeps the focus, arrow keys go through the list.

import { el, words } from "../kit/dom";
import { sought } from "../kit/spelling";
import { awaitedOf } from "../session/awaited";
import { draft } from "../session/links";
import type { Names } from "../session/names";
import { namesAt } from "../session/names";
import type { Schemas, Watch } from "../session/watch";
import type { Offered } from "./offers";
import { answering, isAside, offered } from "./offers";

/** Open the palette with the current legal moves of the seat. */
export async function palette(watch: Watch) {
  if (document.querySelector("dialog.palette[open]")) return;
  const { api, seat, head } = watch;
  // It opens at once, or the first letters would be keys of the page.
  const open = new Palette((one) => draft(watch, one.option.fixed, one.key));
  open.open();
  const read = Promise.all([watch.options(), api.read("", { at: head }), namesAt(watch, head)]);
  const [{ options }, { awaited }, names]: [Schemas["OptionsView"], Schemas["SessionView"], Names] = await read.catch((error) => {
    open.dialog.close();
    throw error;
  });
  const offers = offered(options, names);
  const waits = awaitedOf(awaited, seat);
  const asked = [...new Set(waits.flatMap((wait) => answering(offers, wait)))];
  const rest = offers.filter((one) => !asked.includes(one));
  const groups = [
    ["Pending questions", asked],
    [watch.ruleset.title, rest.filter((one) => !isAside(one))],
    ["At any table", rest.filter(isAside)],
  ] as [string, Offered[]][];
  open.fill(groups);
}

class Palette {
  shown: { one: Offered; item: HTMLElement }[] = [];
  at = 0;
  list = el("div", { role: "listbox", id: "moves-found", "aria-label": "Moves" });
  none = el("p", { class: "faint", role: "status" });
  input: HTMLInputElement;
  dialog: HTMLDialogElement;

  /** Null until the moves are known. */
  groups: [string, Offered[]][] | null = null;

  constructor(readonly choose: (one: Offered) => void) {
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
      onkeydown: (event: KeyboardEvent) => this.#press(event),
    });
    const close = el("button", { type: "button", class: "plain", "aria-label": "Close", onclick: () => this.dialog.close() }, "×");
    this.dialog = el(
      "dialog",
      { class: "palette", "aria-label": "Your legal moves", onclose: () => this.dialog.remove() },
      el("div", { class: "pair" }, this.input, close),
      this.list,
      this.none,
    );
    // A press outside the dialog closes it.
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  open() {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.input.focus();
  }

  fill(groups: [string, Offered[]][]) {
    this.groups = groups;
    this.#sift();
  }

  #sift() {
    if (!this.groups) return;
    const asked = sought(this.input.value).split(" ");
    const fits = ({ name }: Offered) => asked.every((word) => sought(name).includes(word));
    this.shown = [];
    const parts = this.groups.map(([title, offers], n) => this.#group(title, offers.filter(fits), n));
    this.list.replaceChildren(...parts.filter((part) => part !== null));
    this.none.textContent = this.shown.length ? "" : "None of your legal moves has these words in its name.";
    this.#go(0);
  }

  #group(title: string, offers: Offered[], n: number) {
    if (!offers.length) return null;
    const id = `moves-${n}`;
    const items = offers.map((one) => this.#item(one));
    return el("div", { role: "group", "aria-labelledby": id }, el("h3", { id, role: "presentation" }, title), ...items);
  }

  #item(one: Offered) {
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

  #press(event: KeyboardEvent) {
    const far = this.shown.length - 1;
    const steps = { ArrowDown: this.at + 1, ArrowUp: this.at - 1, PageDown: Math.min(this.at + 8, far), PageUp: Math.max(this.at - 8, 0) };
    const next = steps[event.key as keyof typeof steps];
    const chosen = this.shown[this.at];
    if (next !== undefined && far >= 0) this.#go((next + far + 1) % (far + 1), true);
    else if (event.key === "Enter" && chosen) this.#choose(chosen.one);
    else return;
    event.preventDefault();
  }

  /** @param isKey whether a key leads to the item: then the list is scrolled to it */
  #go(at: number, isKey: boolean = false) {
    this.shown[this.at]?.item.setAttribute("aria-selected", "false");
    this.at = at;
    const item = this.shown[at]?.item;
    item?.setAttribute("aria-selected", "true");
    if (item) this.input.setAttribute("aria-activedescendant", item.id);
    else this.input.removeAttribute("aria-activedescendant");
    if (isKey) item?.scrollIntoView({ block: "nearest" });
  }

  #choose(one: Offered) {
    this.dialog.close();
    this.choose(one);
  }
}
