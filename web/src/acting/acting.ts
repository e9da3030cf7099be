// Acting on the picture: an element with legal moves is lit. A click makes the move that play waits for, or opens a menu
// of the moves at the element.

import { el } from "../kit/dom";
import { things } from "../picture/contents";
import type { Pictured } from "../picture/picture";
import { idOf } from "../picture/picture";
import { called } from "../picture/reach";
import { mark } from "../picture/sight";
import { openPalette } from "../play/opener";
import { draft } from "../session/links";
import { colourOf } from "../session/names";
import type { Watch } from "../session/watch";
import type { Box } from "./beside";
import { drafting } from "./drafting";
import { Making } from "./making";
import { Menu } from "./menu";
import type { Open } from "./open";
import { joined, Opening, pressed } from "./open";
import { rolling } from "./rolling";
import { isFew, Slip } from "./slip";
import type { Taking } from "./takes";
import { writes } from "./takes";

/** The maximum number of moves in a menu. “All moves” leads to the others. */
const LISTED = 9;
/** Return the current boxes, in the window, of the elements that a menu or slip is about. */
type Where = () => Box[];

export function acting(pictured: Pictured, watch: Watch) {
  // Onlookers cannot act, but they also see the conflict on the board.
  const acting = new Acting(pictured, watch);
  if (watch.seat === null) return;
  const { canvas } = pictured;
  drafting(watch, pictured.draft);
  canvas.addEventListener("press", (event) => {
    const { id, by } = (event as CustomEvent<{ id: string; by: MouseEvent | KeyboardEvent }>).detail;
    if (watch.moment.isHead) event.preventDefault();
    if (watch.moment.isHead) acting.press(id, by);
  });
  canvas.addEventListener("contextmenu", (event) => {
    const id = idOf(event.target as Element);
    if (id === null || !watch.moment.isHead) return;
    event.preventDefault();
    // Firefox closes open menus when the button is released.
    if (event.buttons) addEventListener("pointerup", () => setTimeout(() => acting.ask(id)), { once: true });
    else acting.ask(id);
  });
  canvas.addEventListener("dropped", (event) => acting.drop(event as CustomEvent));
  canvas.addEventListener("carried", (event) => acting.carry(event as CustomEvent));
  canvas.addEventListener("dblclick", (event) => acting.write(event));
  canvas.addEventListener("pointerdown", ({ pointerType }) => (acting.isTouched = pointerType === "touch"));
  for (const turned of ["pointerenter", "focusin"]) canvas.addEventListener(turned, () => acting.light());
  canvas.addEventListener("drawn", () => acting.opening.found && acting.light());
  canvas.addEventListener("pointerover", ({ target }) => mark(canvas, "lit", [idOf(target as Element) ?? ""]));
  canvas.addEventListener("pointerleave", () => mark(canvas, "lit", []));
}

class Acting {
  opening: Opening;
  /** The legal moves that were read when the pointer or the focus last came to the picture. */
  known: Open | null = null;
  /** Whether the last press was by finger: then a double tap zooms in, and writes nothing. */
  isTouched = false;
  hint = el("p", { class: "click" });
  said = el("p", { role: "status" });
  making: Making;
  menu: Menu;
  slip: Slip;

  constructor(
    readonly pictured: Pictured,
    readonly watch: Watch,
  ) {
    this.opening = new Opening(watch);
    this.making = new Making(watch, this.opening, this.said);
    const { canvas } = pictured;
    const paths = el("div", { class: "paths" });
    canvas.after(this.hint, el("div", { class: "saying" }, this.said, paths));
    rolling(paths, pictured, watch, this.making);
    const around = canvas.parentElement as HTMLElement;
    this.menu = new Menu(around);
    this.slip = new Slip(around, watch, (said) => new Making(watch, this.opening, said));
    canvas.addEventListener("drawn", () => this.slip.giveWay());
  }

  /** Light the elements that can be chosen. */
  async light() {
    const open = await this.opening.now;
    this.known = open;
    mark(this.pictured.canvas, "open", open?.takes.keys() ?? []);
    const drawn = open ? [...open.takes.keys()].filter((id) => this.#part(id)) : [];
    const ways = open && drawn.map((id) => pressed(open, id)).find(({ length }) => length);
    this.hint.textContent = ways ? `Click: ${ways[0]?.said} · Shift and click: ${ways[1]?.said} · right click: more` : "";
  }

  async press(id: string, by: MouseEvent | KeyboardEvent) {
    const open = await this.opening.now;
    const isMouse = by instanceof PointerEvent && by.pointerType === "mouse";
    const way = open && isMouse ? pressed(open, id)[by.shiftKey ? 1 : 0] : null;
    return way ? this.#take(way, "", () => this.#boxes(id), id) : this.ask(id);
  }

  /** Open the menu of an element, or its details if it has no legal move. */
  async ask(id: string) {
    const { watch, pictured } = this;
    const open = await this.opening.now;
    const ways = open?.takes.get(id) ?? [];
    const details = { label: "Details", take: () => this.#tell(id) };
    if (!ways.length) return details.take();
    const thing = (await things(watch, watch.head, new AbortController().signal)).find((one) => one.id === id);
    const at = () => this.#boxes(id);
    const label = thing?.of === "node" ? thing.told.label : (thing?.label ?? "");
    const items = ways.slice(0, LISTED).map((way) => ({ label: way.label, cost: way.cost, take: () => this.#take(way, label, at, id) }));
    const more = ways.length > LISTED ? [{ label: "All moves", take: () => openPalette(this.watch) }] : [];
    // The title has the label without its marks, because `about` has the resulting power.
    this.menu.open(at(), thing ? `${label} – ${thing.about}` : "", [...items, ...more, details], () => pictured.focus(id));
  }

  /** Show the details of an element. */
  #tell(id: string) {
    this.pictured.choice.choose(id);
    const told: HTMLElement | null = document.querySelector(".pictured .details");
    told?.scrollIntoView({ block: "nearest" });
    told?.focus({ preventScroll: true });
  }

  /**
   * Continue a chosen move: make it, open a slip for its texts, or fill in its form.
   * @param about the names of the joined elements; empty for a single element
   * @param id the id of the element that gets the focus afterwards
   */
  async #take(way: Taking, about: string, at: Where, id: string | null) {
    const offer = (await this.opening.now)?.offers.find(({ key }) => key === way.key);
    const title = [way.said, about].filter(Boolean).join(" · ");
    const beside = () => [...at(), ...this.#ghosts()];
    if (!way.isWhole && offer && isFew(way)) return this.slip.open(beside, { title, way, offer, back: () => this.pictured.focus(id) });
    if (!way.isWhole) return draft(this.watch, way.known, way.key);
    const asked = JSON.stringify(way);
    return this.making.make(way.known, (open) => (open?.takes.get(id ?? "") ?? []).some((one) => JSON.stringify(one) === asked));
  }

  /** The ways to join the carried element to the element below it. */
  #joined({ detail: { id, onto, at } }: CustomEvent<{ id: string; onto: string | null; at: { x: number; y: number } | null }>) {
    return this.known && onto && at && this.watch.moment.isHead ? joined(this.known, id, onto) : [];
  }

  carry(event: CustomEvent) {
    const { canvas } = this.pictured;
    const isJoined = this.#joined(event).length > 0;
    mark(canvas, "joined", isJoined ? [event.detail.id, event.detail.onto] : []);
    if (isJoined) event.preventDefault();
  }

  drop(event: CustomEvent) {
    const ways = this.#joined(event);
    mark(this.pictured.canvas, "joined", []);
    if (!ways.length) return;
    event.preventDefault();
    const { id, onto } = event.detail;
    this.#offer(`${called(this.#part(id))} → ${called(this.#part(onto))}`, ways, () => this.#boxes(onto, id), onto);
  }

  /** Write a new element at a free place of the picture. */
  async write(event: MouseEvent) {
    if (this.isTouched || idOf(event.target as Element) !== null || !this.watch.moment.isHead) return;
    const open = await this.opening.now;
    const at = { x: event.clientX, y: event.clientY };
    const ways = open ? writes(open.offers, open.awaited, this.#nearest(at)) : [];
    this.#offer("", ways, () => [{ left: at.x, right: at.x, top: at.y, bottom: at.y }], null);
  }

  /** The node that is nearest to a place. */
  #nearest({ x, y }: { x: number; y: number }) {
    const far = (node: Element) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      return Math.hypot((left + right) / 2 - x, (top + bottom) / 2 - y);
    };
    const nodes = [...this.pictured.canvas.querySelectorAll(".node[data-id]")].map((node) => ({ node, far: far(node) }));
    const [first] = nodes.toSorted((one, other) => one.far - other.far);
    return first?.node.getAttribute("data-id") ?? "";
  }

  /**
   * Continue with the only way, or let the player choose one of several.
   * @param id the id of the element that gets the focus afterwards
   */
  #offer(title: string, ways: Taking[], at: Where, id: string | null) {
    const items = ways.map((way) => ({ label: way.label, cost: way.cost, take: () => this.#take(way, title, at, id) }));
    if (items.length > 1) this.menu.open(at(), title, items, () => this.pictured.focus(id));
    else items[0]?.take();
  }

  /** The boxes of elements in the window. An edge has the box of its label. */
  #boxes(...ids: string[]): Box[] {
    const { canvas } = this.pictured;
    const seen = canvas.getBoundingClientRect();
    const parts = ids.map(
      (id) => canvas.querySelector(`.says[data-id="${id}"] > text`) ?? canvas.querySelector(`[data-id="${id}"] > .shape`),
    );
    const boxes = parts.flatMap((part) => (part ? [part.getBoundingClientRect()] : []));
    const clipped = boxes.map(({ left, top, right, bottom }) => ({
      left: Math.max(left, seen.left),
      top: Math.max(top, seen.top),
      right: Math.min(right, seen.right),
      bottom: Math.min(bottom, seen.bottom),
    }));
    return clipped.length ? clipped : [seen];
  }

  /** The boxes of this seat's ghosts: the elements that its proposed or unfinished moves would add. */
  #ghosts(): Box[] {
    const own = `.ghost.${colourOf(this.watch.seat)} :is(.shape, text)`;
    return [...this.pictured.canvas.querySelectorAll(own)].map((ghost) => ghost.getBoundingClientRect());
  }

  #part(id: string) {
    return this.pictured.canvas.querySelector(`[data-id="${id}"]`);
  }
}
