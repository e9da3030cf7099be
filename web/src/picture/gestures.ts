// Gestures: the wheel, fingers and dragging change the visible part of the picture. A mouse or a pen carries elements.

import type { Point, Zoom } from "./zoom";

/** The carried element: its place in the drawing's units, and the element below it. If the player cancels the drag, `at` is null. */
export type Carried = { id: string; onto: string | null; at: Point | null };

/** How far a pointer may move in a press, in pixels. A longer movement is a drag. */
const PRESS = 4;
/** Two taps within this time, in milliseconds, and this distance, in pixels, are one double tap. */
const TWICE = { soon: 320, near: 30 };
/** After this pause, in milliseconds, a turn of the wheel counts as a new one. */
const REST = 300;
/** The elements that can be carried: all except lines. */
const CARRIED = "[data-id]:not(.edge)";

/**
 * The canvas fires `carried` at each movement, and `dropped` at the end. Both bubble, with a `Carried` as their detail. A listener that
 * handles a drop must prevent its default, so that other listeners ignore it.
 */
export class Gestures {
  /** The pointers that are down. */
  pointers: Map<number, Point> = new Map();
  /** Whether the current or last gesture is a drag, and not a press. */
  isDragged = false;
  /** The id of the element that the pointer carries; null if there is none. */
  carried: string | null = null;
  tapped = { at: -TWICE.soon, x: 0, y: 0 };
  turned = -REST;

  constructor(readonly zoom: Zoom) {
    const { canvas } = zoom;
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      if (this.pointers.size === 0) this.isDragged = false;
      if (event.button === 0) this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      // Fingers move the picture and never carry elements, because on a small screen elements cover most of the picture.
      this.carried = event.button === 0 && event.pointerType !== "touch" ? under(event) : null;
    });
    // Without this, the browser would drag a text selection.
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
    // The browser reports a pinch on a touchpad as wheel events with Ctrl, in small steps.
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
    // The picture is zoomed around the place of the other finger.
    if (other) return zoom.by(apart(to, other) / Math.max(1, apart(from, other)), zoom.inside(other));
    const before = zoom.inside(from);
    const after = zoom.inside(to);
    zoom.move(before.x - after.x, before.y - after.y);
  }

  /** @param event null if the drag was cancelled */
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
 * The id of the topmost element under a pointer, even if another element has captured the pointer.
 * @param but the id of an element to ignore: the carried element can lie on top of everything
 * @param those the selector of the elements to look for
 */
function under({ clientX, clientY }: PointerEvent, but: string | null = null, those = CARRIED) {
  const ids = document.elementsFromPoint(clientX, clientY).map((one) => one.closest(those)?.getAttribute("data-id"));
  return ids.find((id) => id && id !== but) ?? null;
}

const apart = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
