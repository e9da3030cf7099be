// The sheets of characters and things: what they can do, how they fare, and what of it has just changed.

import { el, words } from "../kit/dom.js";
import { bounded } from "../kit/list.js";
import { history } from "../session/history.js";
import { namesAt } from "../session/names.js";
import { panel } from "../session/panel.js";
import { isEqual } from "./card.js";
import { forms } from "./sheet-parts.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("../session/names.js").Names} Names */

/**
 * A sheet of any game.
 * @typedef {Record<string, unknown> & {name: string, seat: string | null}} Sheet
 */

/**
 * What sheets are shown with: all of a version, and what seats hold.
 * @typedef {{names: Names, play: any, banks: Schemas["BanksView"]}} Around
 */

/** Sheets that are shown at once. */
const SHOWN = 12;

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function sheets(place, watch) {
  let shown = SHOWN;
  panel(place, watch, async ({ version }, signal) => {
    const at = async (/** @type {number} */ when) => {
      const [state, banks] = await Promise.all([
        watch.api.read("/state", { at: when }, signal),
        watch.api.read("/banks", { at: when }, signal),
      ]);
      return { play: state.play, banks };
    };
    const [now, before, names] = await Promise.all([at(version), watch.before ? at(watch.before) : null, namesAt(watch, version)]);
    if (signal.aborted) return;
    /** @type {Sheet[]} */
    const all = now.play.sheets;
    const cards = all.map(
      (sheet) => () => card(watch, sheet, before?.play.sheets ?? null, { ...now, names }, before && { ...before, names }),
    );
    const told = (/** @type {number} */ more) => (shown = more);
    place.replaceChildren(
      el("h2", {}, "Sheets"),
      all.length ? bounded(el("div", { class: "sheets" }), cards, shown, { told }) : el("p", {}, "Nobody has a sheet yet."),
    );
  });
}

/**
 * @param {Watch} watch
 * @param {Sheet} sheet
 * @param {Sheet[] | null} earlier the sheets of the version before
 * @param {Around} around
 * @param {Around | null} aroundBefore
 */
function card(watch, sheet, earlier, around, aroundBefore) {
  const was = earlier?.find((one) => idOf(one) === idOf(sheet));
  const form = forms[watch.ruleset.name] ?? forms.any;
  const before = was && aroundBefore ? form?.(was, around.names, aroundBefore) : undefined;
  const now = form?.(sheet, around.names, around) ?? [];
  const isNew = earlier !== null && !was;
  const isChanged = isNew || (before !== undefined && !isEqual(now.map(signOf), before.map(signOf)));
  const whose = sheet.seat ? [" of ", around.names.tag(sheet.seat)] : [" of the GM"];
  const note = isChanged ? el("span", { class: "news" }, isNew ? " new at this step" : " changed at this step") : null;
  const colour = around.names.colour(sheet.seat ?? "");
  return el(
    "article",
    { class: `card sheet ${colour} ${isChanged ? "altered" : ""}` },
    el("h3", {}, words(sheet.name), el("span", { class: "whose" }, whose), note),
    parts(now, before),
    history(watch, idOf(sheet)),
  );
}

/** @param {Sheet} sheet */
const idOf = (sheet) => String(sheet.character ?? sheet.id);

/**
 * A part of a sheet: entries by their names, each with what it says, and perhaps drawn.
 * @typedef {{title: string, entries: Entry[]}} Part
 * @typedef {{name: string, says: string, drawn?: Node}} Entry
 */

/** @param {Part} part */
const signOf = ({ title, entries }) => [title, entries.map(({ name, says }) => [name, says])];

/**
 * @param {Part[]} now
 * @param {Part[] | undefined} before
 */
function parts(now, before) {
  return now.flatMap(({ title, entries }) => {
    const own = keyed(entries);
    const was = keyed(before?.find((part) => part.title === title)?.entries ?? []);
    const gone = [...was].filter(([key]) => !own.has(key));
    if (!own.size && !gone.length) return [];
    const shown = [
      ...[...own].map(([key, entry]) => line(entry, before ? (was.get(key) ?? null) : undefined)),
      ...gone.map(([, { name }]) =>
        el("li", { class: "altered" }, el("del", {}, words(name)), " ", el("strong", { class: "news" }, "gone")),
      ),
    ];
    return [el("h4", {}, title), el("ul", { class: "items" }, ...shown)];
  });
}

/**
 * Entries by their names; of those with one name each is the first, the second … of it.
 * @param {Entry[]} entries
 */
function keyed(entries) {
  /** @type {Map<string, Entry>} */
  const found = new Map();
  for (const entry of entries) {
    let nth = 1;
    while (found.has(`${nth} ${entry.name}`)) nth += 1;
    found.set(`${nth} ${entry.name}`, entry);
  }
  return found;
}

/**
 * @param {Entry} entry
 * @param {Entry | null | undefined} was null where it was not there, undefined where nothing is known
 */
function line({ name, says, drawn }, was) {
  const change = was === null ? "new" : was !== undefined && was.says !== says ? `was ${was.says || "nothing"}` : "";
  const note = change ? el("strong", { class: "news" }, ` ${change}`) : null;
  return el(
    "li",
    { class: change ? "altered" : "" },
    el("span", { class: "entry" }, words(name)),
    " ",
    drawn ?? null,
    drawn ? " " : null,
    el("span", { class: "says" }, says),
    note,
  );
}
