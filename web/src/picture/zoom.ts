// Zoom: which part of a drawing is seen.

import { el } from "../kit/dom";

/** How much a press brings nearer. */
const STEP = 1.4;
/** The least that is seen, in the drawing's own units: about a node with its neighbours. */
const NEAREST = 240;
/** Pixels for each unit of the drawing that make its smallest letters, of 12, 11 pixels high. */
export const READABLE = 11 / 12;
/** Pixels for each unit beyond which nobody needs a small drawing to fill its place. */
const LARGEST = 1.6;
/** Pixels at the upper edge for the text about the changes of a step, over the paper. */
const ABOVE = 40;
/** The free space around an element that is brought into sight, in the drawing's units. */
const AROUND = 30;

export type Point = { x: number; y: number };

/**
 * A place that holds one drawing at a time, and can show a part of it. At first, the whole drawing is visible. After somebody has zoomed,
 * another drawing is seen at the same part. Fires `look` whenever another part is seen.
 */
export class Zoom extends EventTarget {
  drawing: SVGSVGElement | null = null;
  whole = new DOMRect(0, 0, 1, 1);
  /** Pixels for each of the drawing's units, or how they are found. */
  wanted: number | "readable" | "all" = "all";
  isPrinted = false;
  /** The middle of the visible part. */
  middle: Point | null = null;
  /** How large the canvas is, in pixels: measured only when that changes. */
  room: { width: number; height: number };

  constructor(readonly canvas: HTMLElement) {
    super();
    this.room = { width: canvas.clientWidth, height: canvas.clientHeight };
    new ResizeObserver(() => {
      this.room = { width: canvas.clientWidth, height: canvas.clientHeight };
      this.#look();
    }).observe(canvas);
  }

  hold(drawing: SVGSVGElement) {
    const { x, y, width, height } = drawing.viewBox.baseVal;
    this.whole = new DOMRect(x, y, width, height);
    if (this.drawing !== drawing) this.canvas.replaceChildren(drawing);
    this.drawing = drawing;
    this.#look();
  }

  /** The pixels of a unit that make the whole drawing visible. */
  get #all() {
    const { width, height } = this.room;
    const free = Math.max(height - ABOVE, 0);
    return Math.min(LARGEST, width / this.whole.width, free / this.whole.height) || READABLE;
  }

  /** The pixels of a unit as it is seen now. */
  get unit() {
    if (this.wanted === "all") return this.#all;
    return Math.max(this.#all, this.wanted === "readable" ? READABLE : this.wanted);
  }

  /** Whether nothing more would be seen from farther away. */
  get isWhole() {
    return this.unit === this.#all;
  }

  /** The part that is seen, in the drawing's units. */
  get seen() {
    const { width, height } = this.#seen;
    const { x, y } = this.#middle;
    return new DOMRect(x - width / 2, y - height / 2, width, height);
  }

  /** How much is seen, in the drawing's units. */
  get #seen() {
    return { width: this.room.width / this.unit, height: this.room.height / this.unit };
  }

  fit(wanted: "readable" | "all") {
    this.wanted = wanted;
    this.#look();
  }

  /** @param isPrinted on paper all of it is seen, in its own form and as wide as the page */
  print(isPrinted: boolean) {
    this.isPrinted = false;
    this.fit("all");
    const { x, y, width, height } = this.whole;
    if (isPrinted) this.drawing?.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.isPrinted = isPrinted;
  }

  /**
   * @param factor above one is nearer
   * @param at the fixed point, in the drawing's units
   */
  by(factor: number, at: Point = this.#middle) {
    const before = this.unit;
    const most = Math.max(this.#all * 2, Math.max(this.room.width, this.room.height) / NEAREST);
    const unit = Math.min(Math.max(before * factor, this.#all), most);
    const { x, y } = this.#middle;
    this.wanted = unit === this.#all ? "all" : unit;
    this.middle = { x: at.x + ((x - at.x) * before) / unit, y: at.y + ((y - at.y) * before) / unit };
    this.#look();
  }

  /**
   * Switch between the whole drawing and readable letters.
   * @param at the point that becomes, or stays, near
   */
  turn(at: Point) {
    if (!this.isWhole) return this.fit("all");
    this.by(Math.max(READABLE / this.unit, STEP * STEP), at);
  }

  /** @param x in the drawing's units */
  move(x: number, y: number) {
    this.middle = { x: this.#middle.x + x, y: this.#middle.y + y };
    this.#look();
  }

  /** Bring something into sight, if it is not: no farther than needed. */
  see(parts: Iterable<Element>) {
    const all = bounds(parts);
    if (!all) return;
    const { width, height } = this.#seen;
    const move = (middle: number, seen: number, from: number, to: number) => {
      if (to - from + 2 * AROUND > seen) return (from + to) / 2 - middle;
      return Math.min(0, from - AROUND - (middle - seen / 2)) + Math.max(0, to + AROUND - (middle + seen / 2));
    };
    this.move(move(this.#middle.x, width, all.left, all.right), move(this.#middle.y, height, all.top, all.bottom));
  }

  /**
   * See these parts in the middle, as large as they fit.
   * @param most pixels for each unit, at most
   */
  frame(parts: Iterable<Element>, most: number = LARGEST) {
    const all = bounds(parts);
    if (!all) return;
    const [wide, high] = [all.width + 2 * AROUND, all.height + 2 * AROUND];
    this.wanted = Math.min(most, this.room.width / wide, this.room.height / high);
    this.middle = { x: all.x + all.width / 2, y: all.y + all.height / 2 };
    this.#look();
  }

  /** The buttons for all of this: they do the same as fingers and the wheel (WCAG 2.5.7). */
  buttons() {
    const button = (sign: string, name: string, key: string, onclick: () => void) =>
      el("button", { type: "button", "aria-label": name, "aria-keyshortcuts": key, title: `${name} (${key})`, onclick }, sign);
    return el(
      "div",
      { class: "zoom", role: "group", "aria-label": "Zoom" },
      button("+", "Larger", "+", () => this.by(STEP)),
      button("−", "Smaller", "-", () => this.by(1 / STEP)),
      button("⤢", "All of it", "f", () => this.fit("all")),
    );
  }

  /** @returns whether it does anything */
  key(key: string): boolean {
    if (key === "+" || key === "=") this.by(STEP);
    else if (key === "-") this.by(1 / STEP);
    else if (key === "f" || key === "0") this.fit("all");
    else if (key === "1") this.fit("readable");
    else return false;
    return true;
  }

  /** The place of a point of the window in the drawing. */
  inside({ x, y }: Point): Point {
    return new DOMPoint(x, y).matrixTransform(this.drawing?.getScreenCTM()?.inverse());
  }

  get #middle() {
    const { x, y, width, height } = this.whole;
    return this.middle ?? { x: x + width / 2, y: y + height / 2 };
  }

  #look() {
    const { whole } = this;
    const { width, height } = this.#seen;
    if (!width || !height || this.isPrinted) return;
    const within = (at: number, from: number, to: number, amid: number) =>
      from > to ? Math.min(amid, from) : Math.min(Math.max(at, from), to);
    const { x, y } = this.#middle;
    const above = ABOVE / this.unit;
    this.middle = {
      x: within(x, whole.x + width / 2, whole.right - width / 2, whole.x + whole.width / 2),
      y: within(y, whole.y - above + height / 2, whole.bottom - height / 2, whole.y + whole.height / 2),
    };
    this.drawing?.setAttribute("viewBox", `${this.middle.x - width / 2} ${this.middle.y - height / 2} ${width} ${height}`);
    this.canvas.classList.toggle("zoomed", !this.isWhole);
    this.dispatchEvent(new Event("look"));
  }
}

/** The room that parts of a drawing take together. */
function bounds(parts: Iterable<Element>) {
  const boxes = [...parts].map((part) => (part as SVGGraphicsElement).getBBox());
  if (boxes.length === 0) return null;
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  return new DOMRect(left, top, right - left, Math.max(...boxes.map(({ y, height }) => y + height)) - top);
}
