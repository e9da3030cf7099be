// Pickers: one value, or several, out of many that can be searched.

import { el, words } from "./dom.js";
import { sought } from "./spelling.js";

/** @typedef {{value: string | number | boolean, label: string}} Offer */

/** From so many on there is a field to search them with. */
const MANY = 12;

/** One of several values, by a `<select>`. */
export class Picker {
  /**
   * @param {Record<string, unknown>} attributes of the select
   * @param {string} none what to call it that nothing is picked
   */
  constructor(attributes, none) {
    this.none = none;
    /** @type {readonly Offer[]} */
    this.offers = [];
    /** What is picked, also while it is not offered. @type {unknown} */
    this.picked = undefined;
    this.select = el("select", { ...attributes, onchange: () => this.#pick() });
    this.search = searching(() => this.#show());
    this.elements = [this.search, this.select];
  }

  /**
   * What may be picked from now on; what was picked stays so while it is among them.
   * @param {readonly Offer[]} offers
   */
  offer(offers) {
    if (same(offers, this.offers) && this.select.options.length) return;
    this.offers = offers;
    this.search.hidden = offers.length < MANY;
    this.#show();
  }

  /** @returns {any} undefined where nothing is picked that is offered */
  get value() {
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

/** Several of many values, by check boxes. */
export class Ticks {
  constructor() {
    /** @type {readonly Offer[]} */
    this.offers = [];
    /** In the order in which they were picked. @type {unknown[]} */
    this.picked = [];
    this.search = searching(() => this.#sift());
    this.list = el("ul", { class: "ticks" });
    this.elements = [this.search, this.list];
  }

  /** @param {readonly Offer[]} offers */
  offer(offers) {
    if (same(offers, this.offers) && this.list.children.length) return;
    this.offers = offers;
    this.search.hidden = offers.length < MANY;
    this.#show();
  }

  /** @returns {any[]} */
  get value() {
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
      /** @type {HTMLElement} */ (item).hidden = !fits(this.offers[n]?.label ?? "");
    });
  }
}

/** @param {() => void} sift */
const searching = (sift) => el("input", { type: "search", "aria-label": "Search", placeholder: "Search", hidden: true, oninput: sift });

/** @param {HTMLInputElement} search */
function fitting(search) {
  const asked = sought(search.value);
  return (/** @type {string} */ label) => sought(label).includes(asked);
}

/**
 * @param {readonly Offer[]} some
 * @param {readonly Offer[]} others
 */
const same = (some, others) =>
  some.length === others.length && some.every(({ value, label }, n) => value === others[n]?.value && label === others[n]?.label);
