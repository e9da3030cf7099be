// Tables: where there is no room for one, each row becomes a list that names its columns (boards.css).

import { el } from "./dom.js";
import { more } from "./shown.js";

/** @typedef {import("./dom.js").Child} Child */

/** Rows that are shown at once. */
const SHOWN = 25;

/**
 * The roles are said, since a browser forgets them where the style is a list's.
 * @param {string} caption
 * @param {string[]} heads
 * @param {Child[][]} rows the first cell of each names the row
 */
export function table(caption, heads, rows) {
  const body = el("tbody", { role: "rowgroup" }, rows.slice(0, SHOWN).map((row) => line(heads, row)));
  const made = el(
    "table",
    { role: "table", class: "rows" },
    el("caption", {}, caption),
    el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, heads.map((head) => el("th", { role: "columnheader", scope: "col" }, head)))),
    body,
  );
  let next = SHOWN;
  const rest = () => {
    const added = rows.slice(next, next + SHOWN * 4).map((row) => line(heads, row));
    next += added.length;
    body.append(...added);
    if (next < rows.length) made.after(button());
    return added[0] ?? null;
  };
  const button = () => more(`${rows.length - next} more`, rest);
  return el("div", { class: "table" }, made, rows.length > SHOWN && button());
}

/**
 * @param {string[]} heads
 * @param {Child[]} row
 */
function line(heads, [first, ...cells]) {
  const shown = cells.map((cell, n) => el("td", { role: "cell", "data-head": heads[n + 1] }, cell));
  return el("tr", { role: "row" }, el("th", { role: "rowheader", scope: "row" }, first), shown);
}
