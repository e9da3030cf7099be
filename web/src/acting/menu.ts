// A menu at a place of the page: the legal moves there, each as a button.

import { el } from "../kit/dom";
import { roving } from "../kit/roving";
import type { Box } from "./beside";
import { stands } from "./beside";

type Item = { label: string; cost?: string; take: () => void };

/** One menu, which opens at any place. */
export class Menu {
  title = el("p", { id: "menu-title", dir: "auto" });
  items = el("div", { role: "menu", "aria-labelledby": "menu-title" });
  element: HTMLDivElement;
  settle: () => void;
  /** Return the focus to its earlier place. */
  back = () => {};

  /** @param place the element that the menu is put into */
  constructor(place: HTMLElement) {
    this.element = el("div", { class: "menu", popover: "auto" }, this.title, this.items);
    this.settle = roving(this.items);
    place.append(this.element);
    this.element.addEventListener("beforetoggle", (event) => {
      if ((event as ToggleEvent).newState === "closed" && this.element.contains(document.activeElement)) this.back();
    });
  }

  /**
   * @param about the boxes that it opens next to, the most important first
   * @param back returns the focus to its earlier place
   */
  open(about: Box[], title: string, items: Item[], back: () => void) {
    this.back = back;
    this.title.textContent = title;
    this.items.replaceChildren(...items.map((item) => this.#item(item)));
    this.settle();
    this.element.showPopover();
    stands(this.element, about);
    this.items.querySelector("button")?.focus({ preventScroll: true });
  }

  #item({ label, cost, take }: Item) {
    const act = () => {
      this.element.hidePopover();
      take();
    };
    return el("button", { type: "button", role: "menuitem", onclick: act }, label, cost ? el("small", {}, cost) : null);
  }
}
