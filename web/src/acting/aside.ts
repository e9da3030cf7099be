// Aside: the panel of a conflict lies in the corner of the picture that covers no part of the fight.

import type { Box } from "./beside";
import { meet } from "./beside";

const CORNERS = ["bottom left", "bottom right", "top left", "top right"];
/** The elements of the fight, and the fighters, without the lines between. */
const LIT = ".node.onway > :is(.shape, .ring), .says.onway > text, .names .onway";

/**
 * Move the panel, if it covers a lit element. If every corner is taken, it stands below the picture, which gets smaller.
 * @param panel in its place among the texts on the picture
 */
export function aside(panel: HTMLElement, canvas: HTMLElement) {
  const place = panel.parentElement as HTMLElement;
  const put = (at: string) => {
    place.dataset.at = at;
    canvas.style.setProperty("--below", at === "below" ? `${panel.offsetHeight}px` : "0px");
  };
  if (!panel.firstChild) return place.dataset.at ? put("") : undefined;
  if (place.dataset.at === "below") return;
  const lit = [...canvas.querySelectorAll(LIT)].map((part): Box => part.getBoundingClientRect());
  const isFree = () => {
    const own = (panel.firstElementChild as Element).getBoundingClientRect();
    return !lit.some((box) => meet(own, box));
  };
  for (const at of [place.dataset.at || "", ...CORNERS, "below"]) {
    put(at);
    if (isFree()) return;
  }
}
