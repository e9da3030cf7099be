// Tables. On a narrow screen, each row becomes a list that names its columns (kit.css).

import type { Child } from "./dom";
import { el } from "./dom";
import { bounded } from "./list";
import { isNothing } from "./terms";

/** The number of rows that are shown at first. */
const SHOWN = 25;

/**
 * Make a table without its empty columns. The roles are explicit, because browsers drop them from a table that is styled as a list.
 * @param rows the cells of each row, first the row's name; in a long table, functions that make the cells
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
