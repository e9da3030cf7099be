// Zoom: which part of a drawing is seen, by buttons, keys, wheel, fingers and dragging.

import { el } from "./dom.js";

/** How much a press brings nearer. */
const STEP = 1.4;
/** The least that is seen, in the drawing's own units: about a node with its neighbours. */
const NEAREST = 240;
/** How far a pointer may move and still have pressed, in pixels. */
const PRESS = 4;

/** @typedef {{x: number, y: number}} Point */

/**
 * A place that holds one drawing at a time, of which a part may be seen. Another drawing is seen at the same part.
 */
export class Zoom {
  /** @param {HTMLElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    /** @type {SVGSVGElement | null} */
    this.drawing = null;
    this.whole = new DOMRect(0, 0, 1, 1);
    this.scale = 1;
    /** The middle of what is seen. @type {Point} */
    this.middle = { x: 0, y: 0 };
    /** The pointers that are down. @type {Map<number, Point>} */
    this.pointers = new Map();
    this.isDragged = false;
    this.#listen();
  }

  /** @param {SVGSVGElement} drawing */
  hold(drawing) {
    const { x, y, width, height } = drawing.viewBox.baseVal;
    this.whole = new DOMRect(x, y, width, height);
    this.drawing = drawing;
    this.canvas.style.setProperty("--ratio", String(width / height));
    this.canvas.replaceChildren(drawing);
    this.#look();
  }

  /** All of it. */
  fit() {
    this.scale = 1;
    this.#look();
  }

  /**
   * @param {number} factor above one is nearer
   * @param {Point} [at] what stays where it is, in the drawing's units
   */
  by(factor, at = this.middle) {
    const most = Math.max(2, Math.max(this.whole.width, this.whole.height) / NEAREST);
    const scale = Math.min(Math.max(this.scale * factor, 1), most);
    const kept = this.scale / scale;
    this.middle = { x: at.x + (this.middle.x - at.x) * kept, y: at.y + (this.middle.y - at.y) * kept };
    this.scale = scale;
    this.#look();
  }

  /**
   * @param {number} x in parts of what is seen
   * @param {number} y
   */
  pan(x, y) {
    this.#move((x * this.whole.width) / this.scale, (y * this.whole.height) / this.scale);
  }

  /**
   * Bring something into the middle, if only a part is seen.
   * @param {Element | null} part
   */
  see(part) {
    if (!(part instanceof SVGGraphicsElement) || this.scale === 1) return;
    const { x, y, width, height } = part.getBBox();
    this.#move(x + width / 2 - this.middle.x, y + height / 2 - this.middle.y);
  }

  /** The buttons for all of this: what dragging does, they do too (WCAG 2.5.7). */
  buttons() {
    const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ onclick) =>
      el("button", { type: "button", "aria-label": name, title: name, onclick }, sign);
    return el(
      "div",
      { class: "zoom", role: "group", "aria-label": "Zoom" },
      button("+", "Larger", () => this.by(STEP)),
      button("−", "Smaller", () => this.by(1 / STEP)),
      button("⤢", "All of it", () => this.fit()),
      el(
        "span",
        { class: "pan" },
        button("←", "Look left", () => this.pan(-0.25, 0)),
        button("→", "Look right", () => this.pan(0.25, 0)),
        button("↑", "Look up", () => this.pan(0, -0.25)),
        button("↓", "Look down", () => this.pan(0, 0.25)),
      ),
    );
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") this.by(STEP);
    else if (event.key === "-") this.by(1 / STEP);
    else if (event.key === "0") this.fit();
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #move(x, y) {
    this.middle = { x: this.middle.x + x, y: this.middle.y + y };
    this.#look();
  }

  #look() {
    const { whole, scale } = this;
    const width = whole.width / scale;
    const height = whole.height / scale;
    const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ all, /** @type {number} */ seen) =>
      Math.min(Math.max(at, from + seen / 2), from + all - seen / 2);
    this.middle = { x: within(this.middle.x, whole.x, whole.width, width), y: within(this.middle.y, whole.y, whole.height, height) };
    this.drawing?.setAttribute("viewBox", `${this.middle.x - width / 2} ${this.middle.y - height / 2} ${width} ${height}`);
    this.canvas.classList.toggle("zoomed", scale > 1);
    this.canvas.parentElement?.classList.toggle("is-zoomed", scale > 1);
  }

  /**
   * Where a point of the window lies in the drawing.
   * @param {Point} point
   * @returns {Point}
   */
  #inside({ x, y }) {
    return new DOMPoint(x, y).matrixTransform(this.drawing?.getScreenCTM()?.inverse());
  }

  #listen() {
    const { canvas, pointers } = this;
    canvas.addEventListener(
      "wheel",
      (event) => {
        // Alone the wheel scrolls the page. A pinch on a touchpad comes as a wheel with Ctrl.
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.by(Math.exp(-event.deltaY / 200), this.#inside(event));
      },
      { passive: false },
    );
    canvas.addEventListener("pointerdown", (event) => {
      if (pointers.size === 0) this.isDragged = false;
      if (event.button === 0) pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    canvas.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      canvas.addEventListener(end, (event) => pointers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const from = this.pointers.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    if (!this.isDragged && Math.hypot(to.x - from.x, to.y - from.y) < PRESS) return;
    this.isDragged = true;
    this.canvas.setPointerCapture(event.pointerId);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, to);
    const before = this.#inside(from);
    const after = this.#inside(to);
    this.#move(before.x - after.x, before.y - after.y);
    if (!other) return;
    const grown = Math.hypot(to.x - other.x, to.y - other.y) / Math.max(1, Math.hypot(from.x - other.x, from.y - other.y));
    this.by(grown, this.#inside(other));
  }
}
