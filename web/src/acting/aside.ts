// Aside: the panel of a conflict lies in the corner of the picture where it covers nothing of what is fought over.

import type { Box } from "./beside";
import { meet } from "./beside";

const CORNERS = ["bottom left", "bottom right", "top left", "top right"];
/** What is fought over, and those who fight, without the lines between. */
const LIT = ".node.onway > :is(.shape, .ring), .says.onway > text, .names .onway";

/**
 * Move the panel, if it covers what is lit where it is. If every corner is taken, it stands below the picture, which gets smaller.
 * @param panel in its place of all that is said on the picture
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
