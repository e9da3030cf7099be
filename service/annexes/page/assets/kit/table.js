// Tables: where there is no room for one, each row becomes a list that names its columns (kit.css).

import { el } from "./dom.js";
import { bounded } from "./list.js";
import { isNothing } from "./terms.js";

/** @typedef {import("./dom.js").Child} Child */

/** Rows that are shown at once. */
const SHOWN = 25;

/**
 * A column in which there is nothing is left out. The roles are said, since a browser forgets them where the
 * style is a list's.
 * @param {string} caption
 * @param {string[]} allHeads
 * @param {(Child[] | (() => Child[]))[]} rows the first cell of each names the row; functions make them, where there may be many
 */
export function table(caption, allHeads, rows) {
  const isThere = allHeads.map((_, n) => n === 0 || rows.some((row) => typeof row === "function" || !isNothing(row[n])));
  const heads = allHeads.filter((_, n) => isThere[n]);
  const lines = rows.map(
    (row) => () =>
      line(
        heads,
        (typeof row === "function" ? row() : row).filter((_, n) => isThere[n]),
      ),
  );
  const body = el("tbody", { role: "rowgroup" });
  const made = el(
    "table",
    { role: "table", class: "rows" },
    caption && el("caption", {}, caption),
    el(
      "thead",
      { role: "rowgroup" },
      el(
        "tr",
        { role: "row" },
        heads.map((head) => el("th", { role: "columnheader", scope: "col" }, head)),
      ),
    ),
    body,
  );
  return bounded(body, lines, SHOWN, { beside: made });
}

/**
 * @param {string[]} heads
 * @param {Child[]} row
 */
function line(heads, [first, ...cells]) {
  const shown = cells.map((cell, n) => el("td", { role: "cell", "data-head": heads[n + 1] }, cell));
  return el("tr", { role: "row" }, el("th", { role: "rowheader", scope: "row" }, first), shown);
}
