// Reach: the keyboard reaches every element of the picture. An arrow key goes to the next element in its direction. Enter presses it.

/** Marks in an element's title. They are left out of its name, which has the power that results from them. */
const MARKS = /^[!?X]+$/;
/** The factor for the distance to the side, compared with the distance ahead. */
const ASIDE = 2.5;
/** The direction of each key. */
const WAYS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The part of an element that takes the focus: its outline or line, without the elements in it. */
const STANDS = ".shape, .line";

/** The name of an element of the picture, without the facts after it. */
export const called = (part: Element | null) => part?.querySelector("[aria-label]")?.getAttribute("aria-label")?.split(" · ")[0] ?? "";

export class Reach {
  /** The id of the element that Tab leads to. */
  at: string | null = null;

  constructor(
    readonly canvas: HTMLElement,
    press: (part: Element, by: KeyboardEvent) => void,
  ) {
    canvas.addEventListener("focusin", ({ target }) => this.#enter(target as Element));
    canvas.addEventListener("keydown", (event) => {
      const { target, key } = event;
      if (!(target instanceof SVGGraphicsElement) || event.ctrlKey || event.metaKey || event.altKey) return;
      const way = WAYS[key];
      if (way) next(target, this.#stands(), way)?.focus();
      else if (key === "Enter" || key === " ") press(target, event);
      else return;
      event.preventDefault();
    });
  }

  /** Let the elements of a drawing take the focus, each with its name. Texts in it are hidden, because the names contain them. */
  prepare(drawing: SVGSVGElement) {
    drawing.setAttribute("role", "group");
    for (const said of drawing.querySelectorAll("text, .pips, .by, .says")) said.setAttribute("aria-hidden", "true");
    for (const part of drawing.querySelectorAll("[data-id]:not(.says)")) {
      const stand = [...part.children].find((child) => child.matches(STANDS));
      const title = [...part.children].find(({ localName }) => localName === "title")?.textContent ?? "";
      const name = title.split(" · ").filter((fact, n) => n === 0 || !MARKS.test(fact));
      for (const [key, value] of Object.entries({ tabindex: "-1", role: "button", "aria-label": name.join(" · ") }))
        stand?.setAttribute(key, value);
    }
    for (const ghost of drawing.querySelectorAll("[data-ghost]")) {
      ghost.setAttribute("role", "img");
      ghost.setAttribute("aria-label", ghost.querySelector("title")?.textContent ?? "");
    }
    const stands = drawing.querySelectorAll("[tabindex]");
    const last = drawing.querySelector(`[data-id="${this.at}"] > [tabindex]`);
    (last ?? stands[0])?.setAttribute("tabindex", "0");
  }

  /** Replace the drawing, and keep the focus on the same element. */
  keep(replace: () => void) {
    const isHere = this.canvas.contains(document.activeElement);
    replace();
    if (isHere) this.focus(this.at);
  }

  focus(id: string | null) {
    const found = this.#stands().find((stand) => stand.parentElement?.dataset.id === id);
    found?.focus({ preventScroll: true });
  }

  #stands(): SVGGraphicsElement[] {
    return [...(this.canvas.querySelectorAll("[data-id] > [tabindex]") as NodeListOf<SVGGraphicsElement>)];
  }

  #enter(one: Element) {
    this.at = one.closest("[data-id]")?.getAttribute("data-id") ?? null;
    for (const stand of this.#stands()) stand.setAttribute("tabindex", stand === one ? "0" : "-1");
  }
}

/** The nearest element in a direction. */
function next(from: SVGGraphicsElement, all: SVGGraphicsElement[], [x, y]: [number, number]) {
  const here = middle(from);
  let least = Infinity;
  let found: SVGGraphicsElement | undefined;
  for (const one of all) {
    const there = middle(one);
    const [across, down] = [there.x - here.x, there.y - here.y];
    const ahead = across * x + down * y;
    const far = ahead + ASIDE * Math.abs(across * y + down * x);
    if (one !== from && ahead > 0 && far < least) [least, found] = [far, one];
  }
  return found;
}

function middle(one: SVGGraphicsElement) {
  const { x, y, width, height } = one.getBBox();
  return { x: x + width / 2, y: y + height / 2 };
}
