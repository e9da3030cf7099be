// Pickers: choose one or several of many values, with a search field.

import { el, words } from "./dom";
import { sought } from "./spelling";

export type Offer = { value: string | number | boolean; label: string };

/** With at least so many values, there is a search field. */
const MANY = 12;

/** Choose one of several values in a `<select>`. */
export class Picker {
  offers: readonly Offer[] = [];
  /** The picked value. It is kept while it is not among the offers. */
  picked: unknown = undefined;
  select: HTMLSelectElement;
  search: HTMLInputElement;
  elements: (HTMLInputElement | HTMLSelectElement)[];

  /**
   * @param attributes the attributes of the `<select>`
   * @param none the name of the empty choice
   */
  constructor(
    attributes: Record<string, unknown>,
    readonly none: string,
  ) {
    this.select = el("select", { ...attributes, onchange: () => this.#pick() });
    this.search = searching(() => this.#show());
    this.elements = [this.search, this.select];
  }

  /** Replace the offers. The picked value stays while it is among them. */
  offer(offers: readonly Offer[]) {
    if (same(offers, this.offers) && this.select.options.length) return;
    this.offers = offers;
    this.search.hidden = offers.length < MANY;
    this.#show();
  }

  /** @returns undefined if no offered value is picked */
  get value(): any {
    return this.offers.some(({ value }) => value === this.picked) ? this.picked : undefined;
  }

  set value(value) {
    this.picked = value;
    this.search.value = "";
    this.#show();
  }

  #pick() {
    const { value } = this.select;
    this.picked = value === "" ? undefined : this.offers[Number(value)]?.value;
  }

  #show() {
    const fits = fitting(this.search);
    const shown = [...this.offers.entries()].filter(([, offer]) => fits(offer.label) || offer.value === this.picked);
    const options = shown.map(([n, { value, label }]) => el("option", { value: n, dir: "auto", selected: value === this.picked }, label));
    this.select.replaceChildren(el("option", { value: "" }, this.none), ...options);
  }
}

/** Choose several of many values with check boxes. */
export class Ticks {
  offers: readonly Offer[] = [];
  /** The picked values, in the order of picking. */
  picked: unknown[] = [];
  search: HTMLInputElement;
  list = el("ul", { class: "ticks" });
  elements: (HTMLInputElement | HTMLUListElement)[];

  constructor() {
    this.search = searching(() => this.#sift());
    this.elements = [this.search, this.list];
  }

  offer(offers: readonly Offer[]) {
    if (same(offers, this.offers) && this.list.children.length) return;
    this.offers = offers;
    this.search.hidden = offers.length < MANY;
    this.#show();
  }

  get value(): any[] {
    return this.picked.filter((one) => this.offers.some(({ value }) => value === one));
  }

  set value(picked) {
    this.picked = [...picked];
    this.#show();
  }

  #show() {
    const boxes = this.offers.map(({ value, label }) => {
      const box = el("input", { type: "checkbox", checked: this.picked.includes(value) });
      box.addEventListener("change", () => {
        this.picked = this.picked.filter((one) => one !== value);
        if (box.checked) this.picked.push(value);
      });
      return el("li", {}, el("label", {}, box, " ", words(label)));
    });
    this.list.replaceChildren(...boxes);
    this.#sift();
  }

  #sift() {
    const fits = fitting(this.search);
    [...this.list.children].forEach((item, n) => {
      (item as HTMLElement).hidden = !fits(this.offers[n]?.label ?? "");
    });
  }
}

const searching = (sift: () => void) =>
  el("input", { type: "search", "aria-label": "Search", placeholder: "Search", hidden: true, oninput: sift });

function fitting(search: HTMLInputElement) {
  const asked = sought(search.value);
  return (label: string) => sought(label).includes(asked);
}

const same = (some: readonly Offer[], others: readonly Offer[]) =>
  some.length === others.length && some.every(({ value, label }, n) => value === others[n]?.value && label === others[n]?.label);
