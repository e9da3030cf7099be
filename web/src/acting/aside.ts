// Aside: the panel of a conflict lies in the corner of the picture that covers no part of the fight, or else next to it.

import type { Box } from "./beside";
import { meet } from "./beside";

const CORNERS = ["bottom left", "bottom right", "top left", "top right"];
/** The elements of the fight, and the fighters, without the lines between. */
const LIT = ".node.onway > :is(.shape, .ring), .says.onway > text, .names .onway";

/**
 * Move the panel, if it covers a lit element. If every corner is taken, it stands next to the picture, which gets narrower.
 * @param panel in its place among the texts on the picture
 */
export function aside(panel: HTMLElement, canvas: HTMLElement) {
  const place = panel.parentElement as HTMLElement;
  if (!panel.firstChild) place.dataset.at = "";
  if (!panel.firstChild || place.dataset.at === "beside") return;
  const lit = [...canvas.querySelectorAll(LIT)].map((part): Box => part.getBoundingClientRect());
  const isFree = () => {
    const own = (panel.firstElementChild as Element).getBoundingClientRect();
    return !lit.some((box) => meet(own, box));
  };
  for (const at of [place.dataset.at || "", ...CORNERS, "beside"]) {
    place.dataset.at = at;
    if (isFree()) return;
  }
}
