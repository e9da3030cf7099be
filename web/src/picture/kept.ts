// Kept: what somebody has moved in a session's picture by hand. All else stands where it does for everybody.

import { el } from "../kit/dom";
import { keepPicture, pictureKept } from "../session/address";
import type { Watch } from "../session/watch";

/** What is moved by hand: which, after which version, and how far across and down. */
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

  /** What a drawing is asked for with: an upright screen gets a picture of that form. */
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
    this.said.textContent = "Everything is where it is for the others.";
    this.dispatchEvent(new Event("moved"));
  }

  /** A drawing says when the picture was tidied for everybody: what was moved before that is there no more. */
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
