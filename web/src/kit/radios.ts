// Radio buttons: choose one of a few values, which are all visible.

import { el, words } from "./dom";
import type { Offer } from "./picker";

/** The maximum number of radio buttons. More values are offered in a picker. */
export const FEW = 5;

/** Choose one of a few values. The members are those of a `Picker`. */
export class Radios {
  offers: readonly Offer[] = [];
  picked: unknown = undefined;
  list = el("div", { class: "radios" });
  elements: HTMLDivElement[];

  /**
   * @param name a name that no other radio buttons on the page have
   * @param none the name of the empty choice; empty if a choice is needed
   */
  constructor(
    readonly name: string,
    readonly none: string,
  ) {
    this.elements = [this.list];
  }

  offer(offers: readonly Offer[]) {
    if (JSON.stringify(offers) === JSON.stringify(this.offers) && this.list.childElementCount) return;
    this.offers = offers;
    this.#show();
  }

  /** @returns undefined if no offered value is picked */
  get value(): any {
    return this.offers.some(({ value }) => value === this.picked) ? this.picked : undefined;
  }

  set value(value) {
    this.picked = value;
    this.#show();
  }

  #show() {
    const held = [...this.list.querySelectorAll("input")].indexOf(document.activeElement as any);
    const none = this.none ? [{ value: undefined, label: this.none }] : [];
    this.list.replaceChildren(...[...none, ...this.offers].map(({ value, label }) => this.#button(value, label)));
    if (held >= 0) this.list.querySelectorAll("input")[held]?.focus();
  }

  #button(value: unknown, label: string) {
    const checked = value === this.value && (value !== undefined || Boolean(this.none));
    const button = el("input", { type: "radio", name: this.name, checked, onchange: () => (this.picked = value) });
    return el("label", {}, button, " ", words(label));
  }
}
