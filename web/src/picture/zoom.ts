// Zoom: the visible part of a drawing.

import { el } from "../kit/dom";

/** The factor of one press on a zoom button. */
const STEP = 1.4;
/** The width of the smallest visible part, in the drawing's units: about a node with its neighbours. */
const NEAREST = 240;
/** The pixels for each unit that make the smallest letters, 12 units high, 11 pixels high. */
export const READABLE = 11 / 12;
/** The maximum of pixels for each unit when a whole drawing is shown: a small drawing is not enlarged beyond this. */
const LARGEST = 1.6;
/** The height at the upper edge, in pixels, that is free for the text about the changes. */
const ABOVE = 40;
/** The free space around elements that are moved into sight, in the drawing's units. */
const AROUND = 30;

export type Point = { x: number; y: number };

/**
 * The view of one drawing. At first, the whole drawing is visible. After a zoom, a new drawing is shown at the same part. Fires `look`
 * when the visible part changes.
 */
export class Zoom extends EventTarget {
  drawing: SVGSVGElement | null = null;
  whole = new DOMRect(0, 0, 1, 1);
  /** The wanted pixels for each unit of the drawing; `all` shows the whole drawing, and `readable` makes its letters readable. */
  wanted: number | "readable" | "all" = "all";
  isPrinted = false;
  /** The middle of the visible part; null before the first zoom or movement. */
  middle: Point | null = null;
  /** The size of the canvas in pixels. It is measured only when it changes. */
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

  /** The pixels for each unit that make the whole drawing visible. */
  get #all() {
    const { width, height } = this.room;
    const free = Math.max(height - ABOVE, 0);
    return Math.min(LARGEST, width / this.whole.width, free / this.whole.height) || READABLE;
  }

  /** The current pixels for each unit. */
  get unit() {
    if (this.wanted === "all") return this.#all;
    return Math.max(this.#all, this.wanted === "readable" ? READABLE : this.wanted);
  }

  /** Whether the whole drawing is visible, so that nobody can zoom out further. */
  get isWhole() {
    return this.unit === this.#all;
  }

  /** The visible part, in the drawing's units. */
  get seen() {
    const { width, height } = this.#seen;
    const { x, y } = this.#middle;
    return new DOMRect(x - width / 2, y - height / 2, width, height);
  }

  /** The size of the visible part, in the drawing's units. */
  get #seen() {
    return { width: this.room.width / this.unit, height: this.room.height / this.unit };
  }

  fit(wanted: "readable" | "all") {
    this.wanted = wanted;
    this.#look();
  }

  /** @param isPrinted whether to show the whole drawing in its own proportions, as wide as the paper */
  print(isPrinted: boolean) {
    this.isPrinted = false;
    this.fit("all");
    const { x, y, width, height } = this.whole;
    if (isPrinted) this.drawing?.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.isPrinted = isPrinted;
  }

  /**
   * Zoom in or out.
   * @param factor above 1 to zoom in
   * @param at the point that stays at its place, in the drawing's units
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
   * Zoom in to readable letters, or out to the whole drawing if a part of it is shown.
   * @param at the point that stays at its place
   */
  turn(at: Point) {
    if (!this.isWhole) return this.fit("all");
    this.by(Math.max(READABLE / this.unit, STEP * STEP), at);
  }

  /** Move the visible part by a distance in the drawing's units. */
  move(x: number, y: number) {
    this.middle = { x: this.#middle.x + x, y: this.#middle.y + y };
    this.#look();
  }

  /** Move the drawing, no farther than needed, so that parts of it are visible. */
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
   * Show parts of the drawing in the middle, as large as they fit.
   * @param most the maximum of pixels for each unit
   */
  frame(parts: Iterable<Element>, most: number = LARGEST) {
    const all = bounds(parts);
    if (!all) return;
    const [wide, high] = [all.width + 2 * AROUND, all.height + 2 * AROUND];
    this.wanted = Math.min(most, this.room.width / wide, this.room.height / high);
    this.middle = { x: all.x + all.width / 2, y: all.y + all.height / 2 };
    this.#look();
  }

  /** The zoom buttons, for readers who cannot use fingers or a wheel (WCAG 2.5.7). */
  buttons() {
    const button = (sign: string, name: string, key: string, onclick: () => void) =>
      el("button", { type: "button", "aria-label": name, "aria-keyshortcuts": key, title: `${name} (${key})`, onclick }, sign);
    return el(
      "div",
      { class: "zoom", role: "group", "aria-label": "Zoom" },
      button("+", "Larger", "+", () => this.by(STEP)),
      button("−", "Smaller", "-", () => this.by(1 / STEP)),
      button("⤢", "Whole picture", "f", () => this.fit("all")),
    );
  }

  /** @returns whether the key has an effect */
  key(key: string): boolean {
    if (key === "+" || key === "=") this.by(STEP);
    else if (key === "-") this.by(1 / STEP);
    else if (key === "f" || key === "0") this.fit("all");
    else if (key === "1") this.fit("readable");
    else return false;
    return true;
  }

  /** Convert a point of the window to the drawing's units. */
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

/** The bounding box of parts of a drawing; null if there are none. */
function bounds(parts: Iterable<Element>) {
  const boxes = [...parts].map((part) => (part as SVGGraphicsElement).getBBox());
  if (boxes.length === 0) return null;
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  return new DOMRect(left, top, right - left, Math.max(...boxes.map(({ y, height }) => y + height)) - top);
}
