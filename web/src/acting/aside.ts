// Aside: the panel of a conflict stands in a free corner of the picture, or else next to the picture. It must not cover the fight.

import type { Box } from "./beside";
import { meet } from "./beside";

const CORNERS = ["bottom left", "bottom right", "top left", "top right"];
/** The fighters and the other elements of the fight, without the lines between them. */
const LIT = ".node.onway > :is(.shape, .ring), .says.onway > text, .names .onway";

/**
 * Move the panel if it covers a lit element. If it would cover one in every corner, it stands next to the picture, which gets narrower.
 * @param panel the panel, inside the element with the texts on the picture
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
