// Panels: each shows a moment in its own place, and only while that can be seen.

import { el } from "../kit/dom";
import { messageOf } from "../kit/text";
import type { Moment, Watch } from "./watch";

/**
 * Have a place show every moment. Only the newest counts: requests of an older one are given up.
 * @param show makes its requests with the signal, and fills the place
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
  // Requests that failed can succeed now.
  watch.addEventListener("line", () => watch.isLive && begin());
  place.addEventListener("shown", begin);
  begin();
}
