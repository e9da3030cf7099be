// Kept: how somebody has a session's picture, so that nothing in it moves unless somebody asks.

import { el } from "../kit/dom";
import { keepPicture, pictureKept } from "../session/address";
import type { Watch } from "../session/watch";

/** What is moved by hand: which, after which version, and how far across and down. */
type Pin = [string, number, number, number];

/** How many moves by hand are kept: the address of a picture holds them. */
const MOST = 100;

/** Fires `moved` when the picture is to be drawn anew. */
export class Kept extends EventTarget {
  /** The version at which it was tidied; null before any drawing has said where the game did. */
  tidied: number | null = null;
  /** Which drawing said that: of which version, laid out up to which. */
  first = "";
  /** The newest version at which the game would have tidied it since, and it was left as it is. */
  left = 0;
  pins: Pin[] = [];
  offer = el("p", { class: "tidying", role: "status" });
  said = el("p", { class: "tidying", role: "status" });

  constructor(readonly watch: Watch) {
    super();
    Object.assign(this, pictureKept());
  }

  /** What a drawing is asked for with. The first one was asked for before anything was kept, and is so again: a browser has it. */
  query(version: number) {
    const drawing = `${version} ${this.watch.head}`;
    if (this.tidied === null) this.first = drawing;
    const pinned = this.pins.map((pin) => pin.join(":")).join() || null;
    return { tidied: drawing === this.first ? null : this.tidied, pinned };
  }

  tidy() {
    this.#keep({ tidied: this.watch.head, first: "", pins: [] });
    this.offer.replaceChildren("Tidied.");
    this.dispatchEvent(new Event("moved"));
  }

  /**
   * Have something stand elsewhere, until it is tidied.
   * @param by how far from where it is
   */
  pin(id: string, { x, y }: { x: number; y: number }, said: string) {
    const { head } = this.watch;
    const isSame = ([one, at]: Pin) => one === id && at === head;
    const [, , across, down] = this.pins.find(isSame) ?? [id, head, 0, 0];
    const moved = [id, head, Math.round(across + x), Math.round(down + y)] as Pin;
    this.#keep({ pins: [...this.pins.filter((pin) => !isSame(pin)), moved].slice(-MOST) });
    this.said.textContent = said;
    this.dispatchEvent(new Event("moved"));
  }

  /** What another drawing says: where the game goes on to something else it can be tidied, and is not. */
  heard(drawing: SVGSVGElement) {
    const at = Number(drawing.dataset.tidied);
    if (this.tidied === null) this.#keep({ tidied: Math.max(at, 1) });
    if (at <= Math.max(this.tidied ?? 0, this.left)) return this.offer.childElementCount > 0 && this.offer.replaceChildren();
    if (this.offer.childElementCount > 0) return;
    const leave = () => {
      this.#keep({ left: at });
      this.offer.replaceChildren();
    };
    const button = (name: string, onclick: () => void) => el("button", { type: "button", onclick }, name);
    this.offer.replaceChildren(
      "Much is new since the picture was tidied. ",
      button("Tidy it", () => this.tidy()),
      " ",
      button("Leave it", leave),
    );
  }

  #keep(how: Partial<{ tidied: number; first: string; left: number; pins: Pin[] }>) {
    Object.assign(this, how);
    keepPicture({ tidied: this.tidied, first: this.first, left: this.left, pins: this.pins });
  }
}
