// Sight: the visible part of the picture, the zoom, and the faint elements.

import { el, sign } from "../kit/dom";
import { singleKeys } from "../kit/single-keys";
import type { Differences } from "./changed";
import type { Thing } from "./contents";
import { finder } from "./finder";
import { around } from "./focus";
import { minimap } from "./minimap";
import { Names } from "./names";
import type { Choice } from "./picture";
import { READABLE, Zoom } from "./zoom";

export class Sight {
  canvas = el("div", { class: "canvas" });
  zoom: Zoom;
  names: Names;
  /** The id of the element in focus: everything except it and its neighbours is faint. */
  focused: string | null = null;
  button: HTMLButtonElement;
  place: HTMLDivElement;

  /** @param place if the reader has limited keys, they work only in this element */
  constructor(
    place: HTMLElement,
    readonly choice: Choice,
  ) {
    this.zoom = new Zoom(this.canvas);
    this.names = new Names(this.zoom);
    this.button = el(
      "button",
      {
        type: "button",
        "aria-pressed": "false",
        "aria-keyshortcuts": "o",
        title: "Focus on the chosen element and its neighbours (o)",
        onclick: () => this.#turn(),
      },
      sign("M8 1v3M8 12v3M1 8h3M12 8h3M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6"),
      el("span", { class: "word" }, "Focus"),
    );
    this.place = el("div", { class: "sight" }, this.canvas, minimap(this.zoom));
    singleKeys(place, (key) => this.#key(key));
    for (const type of ["beforeprint", "afterprint"]) addEventListener(type, () => this.#print(type === "beforeprint"));
    this.canvas.addEventListener("lit", () => this.names.show());
    choice.addEventListener("chosen", () => {
      mark(this.canvas, "chosen", choice.id === null ? [] : [choice.id]);
      this.names.show();
      if (!this.canvas.matches(":hover")) this.zoom.see(this.parts(".chosen"));
    });
  }

  #print(isPrinted: boolean) {
    this.zoom.print(isPrinted);
    this.names.show();
  }

  /**
   * The search field that goes to an element by its name.
   * @param stand moves the focus to the found element
   */
  finder(all: () => Thing[], stand: (id: string) => void) {
    return finder(this.place, all, (id) => {
      this.choice.choose(id);
      if (this.focused !== null) this.#focus(id);
      else this.zoom.frame(this.parts(".chosen"), READABLE);
      stand(id);
    });
  }

  /**
   * Mark the changes in a new drawing.
   * @param gone the removed elements at their old places
   */
  drawn({ added, changed }: Differences, gone: Element | null) {
    mark(this.canvas, "chosen", this.choice.id === null ? [] : [this.choice.id]);
    mark(this.canvas, "added", added);
    mark(this.canvas, "changed", added.union(changed));
    for (const old of this.parts(".ghosts")) old.remove();
    if (gone) this.parts(".paper")[0]?.after(gone);
    this.#dim();
    this.names.show();
    if (this.zoom.wanted === "readable") this.zoom.see(this.parts(".changed"));
  }

  parts(those: string) {
    return this.canvas.querySelectorAll(those);
  }

  #key(key: string) {
    if (key === "o" && (this.choice.id !== null || this.focused !== null)) this.#turn();
    else if (key === "Escape" && this.focused !== null) this.#focus(null);
    else return this.zoom.key(key);
    return true;
  }

  #turn() {
    this.#focus(this.focused === null ? this.choice.id : null);
  }

  #focus(id: string | null) {
    this.focused = id;
    this.#dim();
    if (id === null) this.zoom.fit("all");
    else this.zoom.frame(this.parts("[data-id]:not(.dim)"));
    this.names.show();
  }

  #dim() {
    const { drawing } = this.zoom;
    const near = drawing && this.focused !== null ? around(drawing, this.focused) : null;
    for (const part of this.parts("[data-id]"))
      part.classList.toggle("dim", near !== null && !near.has(part.getAttribute("data-id") ?? ""));
    this.button.setAttribute("aria-pressed", String(near !== null));
  }
}

/** Set a class on the elements with these ids, and remove it from all others. */
export function mark(canvas: HTMLElement, name: string, ids: Iterable<string>) {
  const those = new Set(ids);
  for (const part of canvas.querySelectorAll("[data-id]")) part.classList.toggle(name, those.has(part.getAttribute("data-id") ?? ""));
}
