// Gestures: wheel, fingers and dragging change which part of the picture is seen; a mouse or a pen carries elements.

import type { Point, Zoom } from "./zoom";

/** The carried element: its place in the drawing's units, and the element below it. When it is given up, `at` is null. */
export type Carried = { id: string; onto: string | null; at: Point | null };

/** How far a pointer may move and still have pressed, in pixels. */
const PRESS = 4;
/** Two taps so near each other, in milliseconds and in pixels, are one double tap. */
const TWICE = { soon: 320, near: 30 };
/** After this pause, in milliseconds, the wheel begins a new turn. */
const REST = 300;
/** The elements that can be carried: all except lines. */
const CARRIED = "[data-id]:not(.edge)";

/**
 * The canvas fires `carried` at each move, and `dropped` at the end. Both bubble, with a `Carried` as their detail. A listener that handles
 * a drop prevents its default, and nothing else is done with it.
 */
export class Gestures {
  /** The pointers that are down. */
  pointers: Map<number, Point> = new Map();
  /** Whether the current gesture, or the last one, is no press. */
  isDragged = false;
  /** The element that went down with the pointer, and is carried by it. */
  carried: string | null = null;
  tapped = { at: -TWICE.soon, x: 0, y: 0 };
  turned = -REST;

  constructor(readonly zoom: Zoom) {
    const { canvas } = zoom;
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      if (this.pointers.size === 0) this.isDragged = false;
      if (event.button === 0) this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      // Fingers look around: on a small screen there is hardly anything else to take hold of.
      this.carried = event.button === 0 && event.pointerType !== "touch" ? under(event) : null;
    });
    // The browser would drag a selection.
    canvas.addEventListener("dragstart", (event) => event.preventDefault());
    canvas.addEventListener("pointermove", (event) => this.#drag(event));
    canvas.addEventListener("pointerup", (event) => this.#tap(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) {
      canvas.addEventListener(end, (event) => {
        this.pointers.delete(event.pointerId);
        this.#drop(event.type === "pointerup" ? event : null);
      });
    }
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.carried) return;
      event.preventDefault();
      this.pointers.clear();
      this.#drop(null);
    });
  }

  #wheel(event: WheelEvent) {
    const isOn = event.timeStamp - this.turned < REST;
    // If everything is visible, the wheel scrolls the page, but not directly after zooming out.
    if (event.deltaY > 0 && this.zoom.isWhole && !isOn && !event.ctrlKey) return;
    event.preventDefault();
    this.turned = event.timeStamp;
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
    // A pinch on a touchpad comes as a wheel with Ctrl, in small steps.
    this.zoom.by(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 400)), this.zoom.inside(event));
  }

  #tap(event: PointerEvent) {
    if (event.pointerType !== "touch" || this.isDragged || this.pointers.size > 1) return;
    const { timeStamp: at, clientX: x, clientY: y } = event;
    const isTwice = at - this.tapped.at < TWICE.soon && apart({ x, y }, this.tapped) < TWICE.near;
    this.tapped = { at: isTwice ? -TWICE.soon : at, x, y };
    if (isTwice) this.zoom.turn(this.zoom.inside({ x, y }));
  }

  #drag(event: PointerEvent) {
    const { zoom } = this;
    const from = this.pointers.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    if (!this.isDragged && apart(from, to) < PRESS) return;
    this.isDragged = true;
    zoom.canvas.setPointerCapture(event.pointerId);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, to);
    if (this.carried) return void this.#tell("carried", event);
    // The other finger stays at its place.
    if (other) return zoom.by(apart(to, other) / Math.max(1, apart(from, other)), zoom.inside(other));
    const before = zoom.inside(from);
    const after = zoom.inside(to);
    zoom.move(before.x - after.x, before.y - after.y);
  }

  /** @param event null if it is given up */
  #drop(event: PointerEvent | null) {
    if (this.carried && this.isDragged) this.#tell("dropped", event);
    this.carried = null;
  }

  #tell(type: "carried" | "dropped", event: PointerEvent | null) {
    const id = this.carried;
    const onto = event && (under(event, id) ?? under(event, id, ".edge[data-id]"));
    const at = event && this.zoom.inside({ x: event.clientX, y: event.clientY });
    this.zoom.canvas.dispatchEvent(new CustomEvent(type, { detail: { id, onto, at }, bubbles: true, cancelable: true }));
  }
}

/**
 * The topmost element under a pointer, even if another element has captured it.
 * @param but an element to leave out: the carried element can lie on top of everything
 * @param those the elements that count
 */
function under({ clientX, clientY }: PointerEvent, but: string | null = null, those = CARRIED) {
  const ids = document.elementsFromPoint(clientX, clientY).map((one) => one.closest(those)?.getAttribute("data-id"));
  return ids.find((id) => id && id !== but) ?? null;
}

const apart = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
