// Zoom: which part of a drawing is seen, by buttons, keys, wheel, fingers and dragging.

import { el } from "../kit/dom.js";

/** How much a press brings nearer. */
const STEP = 1.4;
/** The least that is seen, in the drawing's own units: about a node with its neighbours. */
const NEAREST = 240;
/** How far a pointer may move and still have pressed, in pixels. */
const PRESS = 4;
/** Pixels for each of the drawing's units at which its smallest letters, of 12, are 11 pixels high. */
const READABLE = 11 / 12;
/** Pixels for each unit beyond which nobody needs a small drawing to fill its place. */
const LARGEST = 1.6;
/** What is left around what is brought into sight, in the drawing's units. */
const AROUND = 30;

/** @typedef {{x: number, y: number}} Point */

/**
 * A place that holds one drawing at a time, of which a part may be seen. At first letters are large enough to be read, and
 * what matters is kept in sight; once somebody has made it larger or smaller, another drawing is seen at the same part.
 */
export class Zoom {
  /** @param {HTMLElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    /** @type {SVGSVGElement | null} */
    this.drawing = null;
    this.whole = new DOMRect(0, 0, 1, 1);
    /** Pixels for each of the drawing's units, or how they are found. @type {number | "readable" | "all"} */
    this.wanted = "readable";
    /** The middle of what is seen. @type {Point | null} */
    this.middle = null;
    /** The pointers that are down. @type {Map<number, Point>} */
    this.pointers = new Map();
    this.isDragged = false;
    this.#listen();
    new ResizeObserver(() => this.#look()).observe(canvas);
  }

  /** @param {SVGSVGElement} drawing */
  hold(drawing) {
    const { x, y, width, height } = drawing.viewBox.baseVal;
    this.whole = new DOMRect(x, y, width, height);
    this.drawing = drawing;
    const { style } = this.canvas;
    style.setProperty("--ratio", String(width / height));
    style.setProperty("--least", `${height * READABLE}px`);
    style.setProperty("--most", `${height * LARGEST}px`);
    this.canvas.replaceChildren(drawing);
    this.#look();
  }

  /** The pixels of a unit at which all of it is seen. */
  get #all() {
    const { clientWidth, clientHeight } = this.canvas;
    return Math.min(LARGEST, clientWidth / this.whole.width, clientHeight / this.whole.height) || READABLE;
  }

  /** The pixels of a unit as it is seen now. */
  get unit() {
    if (this.wanted === "all") return this.#all;
    return Math.max(this.#all, this.wanted === "readable" ? READABLE : this.wanted);
  }

  /** How much is seen, in the drawing's units. */
  get #seen() {
    return { width: this.canvas.clientWidth / this.unit, height: this.canvas.clientHeight / this.unit };
  }

  /** @param {"readable" | "all"} wanted */
  fit(wanted) {
    this.wanted = wanted;
    this.#look();
  }

  /**
   * @param {number} factor above one is nearer
   * @param {Point} [at] what stays where it is, in the drawing's units
   */
  by(factor, at = this.#middle) {
    const { clientWidth, clientHeight } = this.canvas;
    const before = this.unit;
    const most = Math.max(this.#all * 2, Math.max(clientWidth, clientHeight) / NEAREST);
    const unit = Math.min(Math.max(before * factor, this.#all), most);
    const { x, y } = this.#middle;
    this.wanted = unit === this.#all ? "all" : unit;
    this.middle = { x: at.x + ((x - at.x) * before) / unit, y: at.y + ((y - at.y) * before) / unit };
    this.#look();
  }

  /**
   * @param {number} x in parts of what is seen
   * @param {number} y
   */
  pan(x, y) {
    this.#move(x * this.#seen.width, y * this.#seen.height);
  }

  /**
   * Bring something into sight, if it is not: no farther than needed.
   * @param {Iterable<Element>} parts
   */
  see(parts) {
    const boxes = [...parts].map((part) => /** @type {SVGGraphicsElement} */ (part).getBBox());
    if (boxes.length === 0) return;
    const { width, height } = this.#seen;
    const move = (/** @type {number} */ middle, /** @type {number} */ seen, /** @type {number} */ from, /** @type {number} */ to) => {
      if (to - from + 2 * AROUND > seen) return (from + to) / 2 - middle;
      return Math.min(0, from - AROUND - (middle - seen / 2)) + Math.max(0, to + AROUND - (middle + seen / 2));
    };
    const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
    const [right, bottom] = [Math.max(...boxes.map(({ x, width }) => x + width)), Math.max(...boxes.map(({ y, height }) => y + height))];
    this.#move(move(this.#middle.x, width, left, right), move(this.#middle.y, height, top, bottom));
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
      button("⤢", "All of it", () => this.fit("all")),
      button("A", "Large enough to read", () => this.fit("readable")),
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
    else if (event.key === "0") this.fit("all");
    else if (event.key === "1") this.fit("readable");
  }

  get #middle() {
    const { x, y, width, height } = this.whole;
    return this.middle ?? { x: x + width / 2, y: y + height / 2 };
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #move(x, y) {
    this.middle = { x: this.#middle.x + x, y: this.#middle.y + y };
    this.#look();
  }

  #look() {
    const { whole } = this;
    const { width, height } = this.#seen;
    if (!width || !height) return;
    const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ all, /** @type {number} */ seen) =>
      seen >= all ? from + all / 2 : Math.min(Math.max(at, from + seen / 2), from + all - seen / 2);
    const { x, y } = this.#middle;
    this.middle = { x: within(x, whole.x, whole.width, width), y: within(y, whole.y, whole.height, height) };
    this.drawing?.setAttribute("viewBox", `${this.middle.x - width / 2} ${this.middle.y - height / 2} ${width} ${height}`);
    // Sizes are whole pixels: less than one is nothing.
    const isPart = (whole.width - width) * this.unit > 1 || (whole.height - height) * this.unit > 1;
    this.canvas.classList.toggle("zoomed", isPart);
    this.canvas.classList.toggle("scrolls", this.wanted === "readable");
    this.canvas.parentElement?.classList.toggle("is-zoomed", isPart);
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
    if (!this.isDragged && apart(from, to) < PRESS) return;
    this.isDragged = true;
    this.canvas.setPointerCapture(event.pointerId);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, to);
    // Of two fingers the other one stays where it is.
    if (other) return this.by(apart(to, other) / Math.max(1, apart(from, other)), this.#inside(other));
    const before = this.#inside(from);
    const after = this.#inside(to);
    this.#move(before.x - after.x, before.y - after.y);
  }
}

/**
 * @param {Point} one
 * @param {Point} other
 */
const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
