// On paper: the board, and the whole story up to the shown version. print.css leaves out everything else.

import { byId, el } from "../kit/dom";
import type { Schemas, Watch } from "../session/watch";
import { line } from "../time/told";

/** The number of versions in one request. */
const PAGE = 1000;

/** Have the browser print the table with its whole story. The panel shows only a part of the story. */
export async function printed(watch: Watch) {
  const { version } = watch.moment;
  const list = el("ol", { class: "story" });
  for (let from = 1; from <= version; from += PAGE) {
    const { entries }: Schemas["StoryView"] = await watch.api.read("/story", { at: version, from, limit: PAGE });
    list.append(...entries.flatMap((entry) => line(entry, watch, { isCurrent: false, actions: [] })));
  }
  const story = el("section", { id: "printed", "aria-hidden": "true" }, el("h2", {}, "The story"), list);
  byId("side").append(story);
  addEventListener("afterprint", () => story.remove(), { once: true });
  print();
}
