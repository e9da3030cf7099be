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
  /** The content that the message of an error has replaced. Its owner may only change it, and so needs it in the place again. */
  let replaced: ChildNode[] | null = null;
  const refresh = async () => {
    const { version, isHead } = watch.moment;
    const wanted = `${version} ${isHead}`;
    if (place.closest("[hidden]") || wanted === shown) return;
    shown = wanted;
    current.abort();
    current = new AbortController();
    const { signal } = current;
    if (replaced) place.replaceChildren(...replaced);
    replaced = null;
    place.setAttribute("aria-busy", "true");
    try {
      await show(watch.moment, signal);
    } catch (error) {
      if (signal.aborted) return;
      shown = "";
      replaced = [...place.childNodes];
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
