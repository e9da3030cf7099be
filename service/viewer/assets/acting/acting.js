// Acting on the picture: what may be done with an element is lit, made by a press, or chosen from a menu at it.

import { el } from "../kit/dom.js";
import { things } from "../picture/contents.js";
import { idOf } from "../picture/picture.js";
import { mark } from "../picture/sight.js";
import { draft, openPanel } from "../session/links.js";
import { Making } from "./making.js";
import { Menu } from "./menu.js";
import { Opening, pressed } from "./open.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../picture/picture.js").Pictured} Pictured */
/** @typedef {import("./takes.js").Taking} Taking */

/** Of more moves the rest is among all moves. */
const LISTED = 9;
/** How far from the pointer a menu opens, so that it leaves what it is about in sight. */
const BESIDE = 12;

/**
 * @param {Pictured} pictured
 * @param {Watch} watch
 */
export function acting(pictured, watch) {
  if (watch.seat === null) return;
  const acting = new Acting(pictured, watch);
  const { canvas } = pictured;
  canvas.addEventListener("press", (event) => {
    const { id, by } = /** @type {CustomEvent<{id: string, by: MouseEvent | KeyboardEvent}>} */ (event).detail;
    if (watch.moment.isHead) event.preventDefault();
    if (watch.moment.isHead) acting.press(id, by);
  });
  canvas.addEventListener("contextmenu", (event) => {
    const id = idOf(/** @type {Element} */ (event.target));
    if (id === null || !watch.moment.isHead) return;
    event.preventDefault();
    acting.ask(id, event);
  });
  for (const turned of ["pointerenter", "focusin"]) canvas.addEventListener(turned, () => acting.light());
  canvas.addEventListener("drawn", () => acting.opening.found && acting.light());
  canvas.addEventListener("pointerover", ({ target }) => mark(canvas, "lit", [idOf(/** @type {Element} */ (target)) ?? ""]));
  canvas.addEventListener("pointerleave", () => mark(canvas, "lit", []));
}

class Acting {
  /**
   * @param {Pictured} pictured
   * @param {Watch} watch
   */
  constructor(pictured, watch) {
    this.pictured = pictured;
    this.watch = watch;
    this.opening = new Opening(watch);
    this.hint = el("p", { class: "faint" });
    this.said = el("p", { role: "status" });
    this.making = new Making(watch, this.opening, this.said);
    const { canvas } = pictured;
    canvas.after(el("div", { class: "saying" }, this.hint, this.said));
    this.menu = new Menu(/** @type {HTMLElement} */ (canvas.parentElement));
  }

  /** Light what can be chosen. */
  async light() {
    const open = await this.opening.now;
    mark(this.pictured.canvas, "open", open?.takes.keys() ?? []);
    const ways = open ? [...open.takes.keys()].map((id) => pressed(open, id)).find(({ length }) => length) : null;
    this.hint.textContent = ways ? `Click: ${ways[0]?.said} · Shift and click: ${ways[1]?.said} · right click: more` : "";
  }

  /**
   * @param {string} id
   * @param {MouseEvent | KeyboardEvent} by
   */
  async press(id, by) {
    const open = await this.opening.now;
    const isMouse = by instanceof PointerEvent && by.pointerType === "mouse";
    const way = open && isMouse ? pressed(open, id)[by.shiftKey ? 1 : 0] : null;
    return way ? this.making.make(id, way) : this.ask(id, by);
  }

  /**
   * Open the menu of an element; where nothing can be done with it, what is known of it.
   * @param {string} id
   * @param {MouseEvent | KeyboardEvent} by
   */
  async ask(id, by) {
    const { watch, pictured } = this;
    const open = await this.opening.now;
    const ways = open?.takes.get(id) ?? [];
    const details = { label: "Details", take: () => this.#tell(id) };
    if (!ways.length) return details.take();
    const thing = (await things(watch, watch.head, new AbortController().signal)).find((one) => one.id === id);
    const items = ways.slice(0, LISTED).map((way) => ({ label: way.label, cost: way.cost, take: () => this.#take(id, way) }));
    const more = ways.length > LISTED ? [{ label: "All moves", take: () => openPanel("play") }] : [];
    const title = thing ? `${thing.label} – ${thing.about}` : "";
    this.menu.open(this.#place(id, by), title, [...items, ...more, details], () => pictured.focus(id));
  }

  /**
   * Show what is known of an element.
   * @param {string} id
   */
  #tell(id) {
    this.pictured.choice.choose(id);
    /** @type {HTMLElement | null} */
    const told = document.querySelector(".pictured .details");
    told?.scrollIntoView({ block: "nearest" });
    told?.focus({ preventScroll: true });
  }

  /**
   * @param {string} id
   * @param {Taking} way
   */
  #take(id, way) {
    if (way.isWhole) this.making.make(id, way);
    else draft(this.watch, way.known);
  }

  /**
   * Where the menu opens: at the pointer, or below what has the focus.
   * @param {string} id
   * @param {MouseEvent | KeyboardEvent} by
   */
  #place(id, by) {
    if (by instanceof MouseEvent) return { x: by.clientX + BESIDE, y: by.clientY + BESIDE };
    const part = this.pictured.canvas.querySelector(`[data-id="${id}"]`);
    const { left, bottom } = part?.getBoundingClientRect() ?? new DOMRect();
    return { x: left, y: bottom };
  }
}
