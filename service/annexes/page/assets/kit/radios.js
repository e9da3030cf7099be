// Radio buttons: one value of a few, all of which are seen.

import { el, words } from "./dom.js";

/** @typedef {import("./picker.js").Offer} Offer */

/** As many are seen at once; of more, a list is searched. */
export const FEW = 5;

/** One of a few values, with the members of a picker. */
export class Radios {
  /**
   * @param {string} name that no others have
   * @param {string} none what to call it that nothing is picked; empty where something has to be
   */
  constructor(name, none) {
    this.name = name;
    this.none = none;
    /** @type {readonly Offer[]} */
    this.offers = [];
    /** @type {unknown} */
    this.picked = undefined;
    this.list = el("div", { class: "radios" });
    this.elements = [this.list];
  }

  /** @param {readonly Offer[]} offers */
  offer(offers) {
    if (JSON.stringify(offers) === JSON.stringify(this.offers) && this.list.childElementCount) return;
    this.offers = offers;
    this.#show();
  }

  /** @returns {any} undefined where nothing is picked that is offered */
  get value() {
    return this.offers.some(({ value }) => value === this.picked) ? this.picked : undefined;
  }

  set value(value) {
    this.picked = value;
    this.#show();
  }

  #show() {
    const held = [...this.list.querySelectorAll("input")].indexOf(/** @type {any} */ (document.activeElement));
    const none = this.none ? [{ value: undefined, label: this.none }] : [];
    this.list.replaceChildren(...[...none, ...this.offers].map(({ value, label }) => this.#button(value, label)));
    if (held >= 0) this.list.querySelectorAll("input")[held]?.focus();
  }

  /**
   * @param {unknown} value
   * @param {string} label
   */
  #button(value, label) {
    const checked = value === this.value && (value !== undefined || Boolean(this.none));
    const button = el("input", { type: "radio", name: this.name, checked, onchange: () => (this.picked = value) });
    return el("label", {}, button, " ", words(label));
  }
}
