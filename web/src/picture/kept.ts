// Kept: the elements that somebody has moved by hand in a session's picture. All others have the same place for everybody.

import { el } from "../kit/dom";
import { keepPicture, pictureKept } from "../session/address";
import type { Watch } from "../session/watch";

/** An element moved by hand: its id, the version, and the distance across and down. */
type Pin = [string, number, number, number];

/** How many moves by hand are kept: the address of a picture holds them. */
const MOST = 100;

const UPRIGHT = matchMedia("(orientation: portrait)");

/** Fires `moved` when the picture is to be drawn again. */
export class Kept extends EventTarget {
  pins: Pin[] = [];
  said = el("p", { class: "tidying", role: "status" });
  /** The button that takes back all moves by hand. */
  button = el("button", { type: "button", onclick: () => this.unpin() }, "Put back");

  constructor(readonly watch: Watch) {
    super();
    this.pins = pictureKept().pins ?? [];
    this.button.hidden = this.pins.length === 0;
    UPRIGHT.addEventListener("change", () => this.dispatchEvent(new Event("moved")));
  }

  /** The query of a drawing. An upright screen gets an upright picture. */
  get query() {
    return { orientation: UPRIGHT.matches ? "portrait" : null, pinned: this.pins.map((pin) => pin.join(":")).join() || null };
  }

  /**
   * Have something stand elsewhere, until the picture is tidied.
   * @param by how far from where it is
   */
  pin(id: string, { x, y }: { x: number; y: number }, said: string) {
    const { head } = this.watch;
    const isSame = ([one, at]: Pin) => one === id && at === head;
    const [, , across, down] = this.pins.find(isSame) ?? [id, head, 0, 0];
    const moved = [id, head, Math.round(across + x), Math.round(down + y)] as Pin;
    this.#keep([...this.pins.filter((pin) => !isSame(pin)), moved].slice(-MOST));
    this.said.textContent = said;
    this.dispatchEvent(new Event("moved"));
  }

  unpin() {
    this.#keep([]);
    this.said.textContent = "Every element is at its common place.";
    this.dispatchEvent(new Event("moved"));
  }

  /** A drawing contains the version that tidied the picture for everybody. Older moves by hand are dropped. */
  heard(drawing: SVGSVGElement) {
    const tidied = Number(drawing.dataset.tidied);
    if (this.pins.some(([, at]) => at < tidied)) this.#keep(this.pins.filter(([, at]) => at >= tidied));
  }

  #keep(pins: Pin[]) {
    this.pins = pins;
    this.button.hidden = pins.length === 0;
    keepPicture({ pins });
  }
}
