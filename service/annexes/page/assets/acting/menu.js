// A menu at a place of the page: what may be done there, each a button.

import { el } from "../kit/dom.js";
import { roving } from "../kit/roving.js";

/** @typedef {{label: string, cost?: string, take: () => void}} Item */

/** How far it stays from the edges of the window, in pixels. */
const EDGE = 8;

/** One menu, which opens wherever it is asked for. */
export class Menu {
  /** @param {HTMLElement} place that it belongs to */
  constructor(place) {
    this.title = el("p", { id: "menu-title", dir: "auto" });
    this.items = el("div", { role: "menu", "aria-labelledby": "menu-title" });
    this.element = el("div", { class: "menu", popover: "auto" }, this.title, this.items);
    this.settle = roving(this.items);
    /** Puts the focus where it was. */
    this.back = () => {};
    place.append(this.element);
    this.element.addEventListener("beforetoggle", (event) => {
      if (/** @type {ToggleEvent} */ (event).newState === "closed" && this.element.contains(document.activeElement)) this.back();
    });
  }

  /**
   * @param {{x: number, y: number}} at in the window
   * @param {string} title
   * @param {Item[]} items
   * @param {() => void} back puts the focus where it was
   */
  open(at, title, items, back) {
    this.back = back;
    this.title.textContent = title;
    this.items.replaceChildren(...items.map((item) => this.#item(item)));
    this.settle();
    this.element.showPopover();
    stands(this.element, at);
    this.items.querySelector("button")?.focus({ preventScroll: true });
  }

  /** @param {Item} item */
  #item({ label, cost, take }) {
    const act = () => {
      this.element.hidePopover();
      take();
    };
    return el("button", { type: "button", role: "menuitem", onclick: act }, label, cost ? el("small", {}, cost) : null);
  }
}

/**
 * Have what is open stand at a place, within the window.
 * @param {HTMLElement} element
 * @param {{x: number, y: number}} at in the window
 */
export function stands(element, { x, y }) {
  const { width, height } = element.getBoundingClientRect();
  element.style.left = `${Math.max(EDGE, Math.min(x, innerWidth - width - EDGE))}px`;
  element.style.top = `${Math.max(EDGE, Math.min(y, innerHeight - height - EDGE))}px`;
}
