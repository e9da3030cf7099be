// History: the history of an element, which is read when somebody opens it.

import { el, words } from "../kit/dom.js";
import { listed } from "../kit/list.js";
import { versionLink } from "./links.js";

/** @typedef {import("./watch.js").Watch} Watch */
/** @typedef {import("./watch.js").Schemas["HistoryEntry"]} Entry */

/** Entries of a page, as many as there can be. */
const PAGE = 500;
/** The element whose history is open. It stays open when another version is shown. */
let opened = "";

/**
 * @param {Watch} watch
 * @param {string} id
 */
export function history(watch, id) {
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

/**
 * @param {Watch} watch
 * @param {string} id
 * @returns {Promise<Entry[]>}
 */
async function read({ api, head }, id) {
  const entries = [];
  for (let after = 0; after !== null; ) {
    const page = await api.read(`/elements/${encodeURIComponent(id)}/history`, { at: head, after, limit: PAGE });
    entries.push(...page.entries);
    after = page.next_after;
  }
  return entries;
}

/**
 * @param {Watch} watch
 * @param {Entry} entry
 */
const told = (watch, { version, sentence, undone_by }) => [
  versionLink(watch, version),
  ": ",
  words(sentence),
  ...(undone_by === null ? [] : [" Undone by ", versionLink(watch, undone_by), "."]),
];
