// The history of an element. It is requested when the reader opens it.

import { el, words } from "../kit/dom";
import { listed } from "../kit/list";
import { versionLink } from "./links";
import type { Schemas, Watch } from "./watch";

type Entry = Schemas["HistoryEntry"];

/** The number of entries in one request, which is the server's maximum. */
const PAGE = 500;
/** The id of the element whose history is open. It stays open when another version is shown. */
let opened = "";

export function history(watch: Watch, id: string) {
  const place = el("div");
  const shown = el("details", { open: opened === id }, el("summary", {}, "History"), place);
  shown.addEventListener("toggle", async () => {
    if (shown.open) opened = id;
    else if (opened === id) opened = "";
    if (!shown.open) return;
    const entries = await read(watch, id).catch(() => null);
    place.replaceChildren(
      (entries && listed(entries.map((entry) => () => told(watch, entry)))) ??
        el("p", {}, "The history cannot be read now. Open it again."),
    );
  });
  return shown;
}

async function read({ api, head }: Watch, id: string): Promise<Entry[]> {
  const entries = [];
  for (let after = 0; after !== null; ) {
    const page = await api.read(`/elements/${encodeURIComponent(id)}/history`, { at: head, after, limit: PAGE });
    entries.push(...page.entries);
    after = page.next_after;
  }
  return entries;
}

const told = (watch: Watch, { version, sentence, undone_by }: Entry) => [
  versionLink(watch, version),
  ": ",
  words(sentence),
  ...(undone_by === null ? [] : [" Undone by ", versionLink(watch, undone_by), "."]),
];
