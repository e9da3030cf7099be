// Tables. On a narrow screen, each row becomes a list that names its columns (kit.css).

import type { Child } from "./dom";
import { el } from "./dom";
import { bounded } from "./list";
import { isNothing } from "./terms";

/** Rows that are shown at once. */
const SHOWN = 25;

/**
 * An empty column is left out. The roles are explicit, because a browser forgets them if the style is a list's.
 * @param rows the first cell of each names the row; functions make them, if there may be many
 */
export function table(caption: string, allHeads: string[], rows: (Child[] | (() => Child[]))[]) {
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

function line(heads: string[], [first, ...cells]: Child[]) {
  const shown = cells.map((cell, n) => el("td", { role: "cell", "data-head": heads[n + 1] }, cell));
  return el("tr", { role: "row" }, el("th", { role: "rowheader", scope: "row" }, first), shown);
}
