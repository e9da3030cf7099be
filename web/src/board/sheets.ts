// The sheets of characters and things: their abilities, their state, and the latest changes.

import { el, words } from "../kit/dom";
import { bounded } from "../kit/list";
import { history } from "../session/history";
import type { Names } from "../session/names";
import { namesAt } from "../session/names";
import { panel } from "../session/panel";
import type { Schemas, Watch } from "../session/watch";
import { isEqual } from "./card";
import { forms } from "./sheet-parts";

/** A sheet of any game. */
type Sheet = Record<string, unknown> & { name: string; seat: string | null };

/** The context of sheets: the names, the play and the tokens at a version. */
export type Around = { names: Names; play: any; banks: Schemas["BanksView"] };

/** The number of sheets that are shown at first. */
const SHOWN = 12;

export function sheets(place: HTMLElement, watch: Watch) {
  let shown = SHOWN;
  panel(place, watch, async ({ version }, signal) => {
    const at = async (when: number) => {
      const [state, banks] = await Promise.all([
        watch.api.read("/state", { at: when }, signal),
        watch.api.read("/banks", { at: when }, signal),
      ]);
      return { play: state.play, banks };
    };
    const [now, before, names] = await Promise.all([at(version), watch.before ? at(watch.before) : null, namesAt(watch, version)]);
    if (signal.aborted) return;
    const all: Sheet[] = now.play.sheets;
    const cards = all.map(
      (sheet) => () => card(watch, sheet, before?.play.sheets ?? null, { ...now, names }, before && { ...before, names }),
    );
    const told = (more: number) => (shown = more);
    place.replaceChildren(
      el("h2", {}, "Sheets"),
      all.length ? bounded(el("div", { class: "sheets" }), cards, shown, { told }) : el("p", {}, "Nobody has a sheet yet."),
    );
  });
}

/** @param earlier the sheets at the version to compare with; null if there is none */
function card(watch: Watch, sheet: Sheet, earlier: Sheet[] | null, around: Around, aroundBefore: Around | null) {
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

const idOf = (sheet: Sheet) => String(sheet.character ?? sheet.id);

/** A part of a sheet. Each entry has a name and a value, and can have a drawing. */
export type Part = { title: string; entries: Entry[] };
export type Entry = { name: string; says: string; drawn?: Node };

const signOf = ({ title, entries }: Part) => [title, entries.map(({ name, says }) => [name, says])];

function parts(now: Part[], before: Part[] | undefined) {
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

/** Entries by name, with a number in front, because several entries can have the same name. */
function keyed(entries: Entry[]) {
  const found: Map<string, Entry> = new Map();
  for (const entry of entries) {
    let nth = 1;
    while (found.has(`${nth} ${entry.name}`)) nth += 1;
    found.set(`${nth} ${entry.name}`, entry);
  }
  return found;
}

/** @param was the entry at the earlier version; null if it was not there, undefined if there is no earlier version */
function line({ name, says, drawn }: Entry, was: Entry | null | undefined) {
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
