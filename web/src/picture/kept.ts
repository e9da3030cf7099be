// Kept: the elements that this reader has moved by hand in a session's picture. All other elements have the same place for everybody.

import { el } from "../kit/dom";
import { keepPicture, pictureKept } from "../session/address";
import type { Watch } from "../session/watch";

/** A move by hand: the id of the element, the version at that time, and the distance across and down. */
type Pin = [string, number, number, number];

/** The maximum number of moves by hand that are kept: the address of each picture contains them. */
const MOST = 100;

const UPRIGHT = matchMedia("(orientation: portrait)");

/** Fires `moved` when the picture must be drawn again. */
export class Kept extends EventTarget {
  pins: Pin[] = [];
  said = el("p", { class: "tidying", role: "status" });
  /** The button that takes back all moves by hand. */
  button = el("button", { type: "button", onclick: () => this.unpin() }, "Put elements back");

  constructor(readonly watch: Watch) {
    super();
    this.pins = pictureKept().pins ?? [];
    this.button.hidden = this.pins.length === 0;
    UPRIGHT.addEventListener("change", () => this.dispatchEvent(new Event("moved")));
  }

  /** The query for a drawing. On an upright screen, the picture is upright. */
  get query() {
    return { orientation: UPRIGHT.matches ? "portrait" : null, pinned: this.pins.map((pin) => pin.join(":")).join() || null };
  }

  /**
   * Move an element by hand, until somebody tidies the picture for everybody.
   * @param by the distance from its current place, in the drawing's units
   * @param said the message to show
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
    this.said.textContent = "Every element is back at its usual place.";
    this.dispatchEvent(new Event("moved"));
  }

  /** Forget the moves by hand from before the version that tidied the picture for everybody. Each drawing contains this version. */
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
