// A slip: a small form next to an element of the picture, for the few texts that a move with this element still needs.

import { el, words } from "../kit/dom";
import type { Offered } from "../play/offers";
import { draft } from "../session/links";
import type { Watch } from "../session/watch";
import { keeping } from "../session/written";
import type { Box } from "./beside";
import { meet, stands } from "./beside";
import type { Making } from "./making";
import type { Open } from "./open";
import type { Taking } from "./takes";

/** The content of a slip: the move of an offer, and its title. */
type About = { title: string; way: Taking; offer: Offered; back: () => void };

/** The maximum number of text fields. A move with more of them opens its form. */
const MOST = 3;

/** Whether the move needs only a few more texts. */
export const isFew = ({ left }: Taking) => left.length > 0 && left.length <= MOST && left.every(({ field }) => field === "text");

/** One slip, which opens at any place. */
export class Slip {
  about: About | null = null;
  /** Return the boxes that the slip must not cover. They change, because a ghost appears while somebody writes. */
  beside: () => Box[] = () => [];
  title = el("p", {});
  fields = el("div");
  main = el("button", { class: "main" });
  making: Making;
  form: HTMLFormElement;

  /**
   * @param place the element that the slip is put into
   * @param making makes a move, and shows its result in the slip
   */
  constructor(
    place: HTMLElement,
    readonly watch: Watch,
    making: (said: HTMLElement) => Making,
  ) {
    const said = el("p", { class: "problem", role: "status" });
    this.making = making(said);
    const button = (name: string, onclick: () => void) => el("button", { type: "button", class: "plain", onclick }, name);
    const actions = el(
      "p",
      { class: "actions" },
      this.main,
      button("More…", () => this.#more()),
      button("Put away", () => this.close()),
    );
    this.form = el(
      "form",
      {
        class: "slip",
        popover: "manual",
        novalidate: true,
        oninput: () => this.#told(),
        onsubmit: (event: Event) => this.#submit(event),
      },
      this.title,
      this.fields,
      actions,
      said,
    );
    place.append(this.form);
    this.form.addEventListener("keydown", ({ key }) => key === "Escape" && this.close());
    watch.addEventListener("moment", () => watch.moment.isHead || this.close());
    // A text that was unfinished when the page was left returns in the form of its move, after the panels are mounted.
    const left = keeping(watch, "slip", () => this.#written());
    queueMicrotask(() => left.forEach(({ move, key }) => draft(watch, move, key)));
  }

  /**
   * @param beside the boxes that it must not cover, the most important first
   * @param about the content; if the slip had the same unfinished content before, its texts stay
   */
  open(beside: () => Box[], about: About) {
    this.beside = beside;
    const isSame = JSON.stringify(this.about?.way) === JSON.stringify(about.way);
    this.about = about;
    const { title, way, offer } = about;
    const { label = "" } = offer.option;
    this.form.setAttribute("aria-label", `${label}: ${title}`);
    this.title.replaceChildren(words(title));
    this.main.textContent = [label, way.cost].filter(Boolean).join(" – ");
    if (!isSame) this.#ask(way);
    this.form.showPopover();
    stands(this.form, beside());
    this.#next()?.focus({ preventScroll: true });
    this.#told();
  }

  /** Move away if the slip covers one of its elements in a new drawing. */
  giveWay() {
    if (!this.form.matches(":popover-open")) return;
    const about = this.beside();
    const own = this.form.getBoundingClientRect();
    if (about.some((box) => meet(own, box))) stands(this.form, about);
  }

  close() {
    if (!this.form.matches(":popover-open")) return;
    const isHeld = this.form.contains(document.activeElement);
    this.form.hidePopover();
    this.watch.dispatchEvent(new CustomEvent("drafting", { detail: null }));
    if (isHeld) this.about?.back();
  }

  /** Make a field for each text, the shortest texts first. */
  #ask({ left }: Taking) {
    const limit = (one: Taking["left"][number]) => (one.field === "text" ? one.limit : 0);
    const fields = left.toSorted((one, other) => limit(one) - limit(other));
    this.fields.replaceChildren(
      ...fields.map((one) =>
        el("label", {}, one.label || one.name, el("input", { name: one.name, maxlength: limit(one), dir: "auto", autocomplete: "off" })),
      ),
    );
  }

  /** The first empty field. */
  #next() {
    return [...this.fields.querySelectorAll("input")].find(({ value }) => !value.trim());
  }

  /** The move with the texts that are written so far. */
  get #move() {
    const texts = [...this.fields.querySelectorAll("input")].map(({ name, value }) => [name, value]);
    return this.about?.way.within(Object.fromEntries(texts.filter(([, value]) => value?.trim()))) ?? {};
  }

  #written() {
    const isBegun = [...this.fields.querySelectorAll("input")].some(({ value }) => value.trim());
    return isBegun && this.about ? [{ move: this.#move, key: this.about.way.key }] : [];
  }

  #told() {
    const { option } = (this.about as About).offer;
    this.watch.dispatchEvent(new CustomEvent("drafting", { detail: { option, move: this.#move } }));
  }

  #more() {
    const move = this.#move;
    this.close();
    draft(this.watch, move, this.about?.way.key);
  }

  async #submit(event: Event) {
    event.preventDefault();
    const next = this.#next();
    if (next || !this.about) return next?.focus();
    const asked = JSON.stringify(this.about.offer.option);
    const isSame = (open: Open | null) => Boolean(open?.offers.some(({ option }) => JSON.stringify(option) === asked));
    if (!(await this.making.make(this.#move, isSame))) return;
    this.close();
    this.about = null;
    this.fields.replaceChildren();
  }
}
