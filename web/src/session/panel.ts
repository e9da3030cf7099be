// Panels: each shows the current moment in its own place, but only while this place is visible.

import { el } from "../kit/dom";
import { messageOf } from "../kit/text";
import type { Moment, Watch } from "./watch";

/**
 * Fill a place again for every moment. When a newer moment comes, the requests for the older one are cancelled.
 * @param show fills the place; it must make its requests with the signal
 */
export function panel(place: HTMLElement, watch: Watch, show: (moment: Moment, signal: AbortSignal) => Promise<void>) {
  let current = new AbortController();
  let shown = "";
  const refresh = async () => {
    const { version, isHead } = watch.moment;
    const wanted = `${version} ${isHead}`;
    if (place.closest("[hidden]") || wanted === shown) return;
    shown = wanted;
    current.abort();
    current = new AbortController();
    const { signal } = current;
    place.setAttribute("aria-busy", "true");
    try {
      await show(watch.moment, signal);
    } catch (error) {
      if (signal.aborted) return;
      shown = "";
      place.replaceChildren(el("p", { class: "problem", role: "alert" }, messageOf(error)));
    }
    if (!signal.aborted) place.setAttribute("aria-busy", "false");
  };
  const begin = () => {
    const shown = refresh();
    watch.pending.add(shown);
    shown.finally(() => watch.pending.delete(shown));
  };
  watch.addEventListener("moment", begin);
  // After the connection has returned, requests that failed can succeed.
  watch.addEventListener("line", () => watch.isLive && begin());
  place.addEventListener("shown", begin);
  begin();
}
