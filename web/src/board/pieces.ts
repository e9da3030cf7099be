// Pieces: people, dice, counters and tracks, for games whose board has no picture.

import type { Child } from "../kit/dom";
import { el, svg, words } from "../kit/dom";
import type { Names } from "../session/names";
import { die } from "../why/die";

/** The maximum number of outlines of dice, or of counters, that are drawn. A larger number is only written. */
const OUTLINES = 24;
/** The length and the height of a track, in its own units. */
const LONG = 300;
const HIGH = 34;

/** The look of a person's piece, and its text for screen readers. */
const STANDING = {
  acts: { sign: "▸ ", said: ", has the turn" },
  waits: { sign: "", said: ", still to have a turn" },
  had: { sign: "✓ ", said: ", has had a turn" },
};

/**
 * People as pieces, in the order of their turns.
 * @param all the seats; `as` is the name of the character that the seat plays
 */
export function people(label: string, names: Names, all: { id: string; as?: string; standing: keyof typeof STANDING }[]) {
  const pieces = all.map(({ id, as, standing }) => {
    const { sign, said } = STANDING[standing];
    const part = as && as !== names.of(id) ? el("small", {}, " as ", words(as)) : null;
    return el("li", { class: `person ${standing} ${names.colour(id)}` }, sign, names.tag(id), part, el("span", { class: "unseen" }, said));
  });
  return el("ul", { class: "people", "aria-label": label }, ...pieces);
}

/** A die that was rolled. It is lit if it counts. */
type Fallen = { value: number; faces: number; isLit?: boolean; said?: string; notes?: string[] };

/**
 * A row of rolled dice.
 * @param lit the meaning of a lit die, such as "a hit"
 */
export function tray(dice: readonly Fallen[], lit: string) {
  const each = dice.map(({ value, faces, isLit, said, notes = [] }) => {
    const drawn = die(value, faces, [value || "face down", isLit ? lit : "", said].filter(Boolean).join(", "));
    if (isLit) drawn.classList.add("lit");
    return el(
      "li",
      {},
      drawn,
      notes.map((note) => el("small", { "aria-hidden": "true" }, note)),
    );
  });
  return el("ul", { class: "tray", "aria-label": "Dice" }, ...each);
}

/** Rolled d6, with the signal lit and first: the dice that show the chosen face. */
export function signal(values: readonly number[], face: number | null) {
  const each = values.map((value) => ({ value, faces: 6, isLit: value === face }));
  const lifted = each.toSorted((one, other) => Number(other.isLit) - Number(one.isLit));
  return tray(lifted, "signal");
}

/** The faces of a fudge die, and their names. */
const FUDGE: Record<number, [string, string]> = { "-1": ["−", "minus"], 0: ["", "blank"], 1: ["+", "plus"] };

/** A row of rolled fudge dice: each shows a plus, a minus, or a blank face. */
export function fudge(values: readonly number[]) {
  const each = values.map((value) => {
    const [shown = "", said = ""] = FUDGE[value] ?? [];
    const attributes = {
      class: value > 0 ? "die lit" : "die",
      viewBox: "0 0 30 30",
      width: 30,
      height: 30,
      role: "img",
      "aria-label": said,
    };
    const drawn = svg("svg", attributes, svg("rect", { x: 1, y: 1, width: 28, height: 28, rx: 5 }));
    drawn.append(svg("text", { x: 15, y: 21, "text-anchor": "middle" }, shown));
    return el("li", {}, drawn);
  });
  return el("ul", { class: "tray", "aria-label": "Dice" }, each);
}

/**
 * Outlines of dice that are not rolled yet.
 * @param foreseen the expected result, in words
 */
export function unrolled(many: number, foreseen: string = "") {
  const said = [`${many} ${many === 1 ? "die" : "dice"} to roll`, foreseen].filter(Boolean).join(", ");
  const outlines = Array.from({ length: Math.min(many, OUTLINES) }, () => el("i", { class: "outline" }));
  return el(
    "span",
    { class: "tray" },
    el("span", { class: "tray", "aria-hidden": "true" }, outlines),
    el("span", { class: "count" }, said),
  );
}

/**
 * The present counters and their maximum, such as "3 of 5 hits".
 * @param of the maximum; null if there is none
 */
export function counters(there: number, of: number | null, what: string) {
  const said = of === null ? `${there} ${what}` : `${there} of ${of} ${what}`;
  const most = Math.max(there, of ?? 0);
  if (most > OUTLINES) return el("span", {}, said);
  return el("span", { class: "counters" }, heap(there, most), el("span", { class: "count" }, said));
}

/** Drawn counters, hidden from screen readers: the text next to them has the number. */
export function heap(there: number, most: number = there) {
  const row = Array.from({ length: most }, (_, n) => el("i", { class: n < there ? "counter there" : "counter" }));
  return el("span", { class: "counters", "aria-hidden": "true" }, row);
}

/**
 * A vessel of counters. If there are too many to draw, only their number is shown.
 * @param of the size of the vessel; null if it has no limit
 */
export function vessel(
  there: number,
  of: number | null,
  what: string,
  { called = [], colour = "", said = [] }: { called?: Child[]; colour?: string; said?: Child[] },
) {
  const most = Math.max(there, of ?? 0);
  const inside = most > OUTLINES ? el("strong", { "aria-hidden": "true" }, there) : heap(there, most);
  const told = of === null ? `${there} ${what}` : `${there} of ${of} ${what}`;
  return el(
    "div",
    { class: `vessel ${colour}` },
    called.length ? el("p", {}, ...called) : null,
    el("div", { class: "well" }, inside),
    el("p", { class: "count" }, told, ...said),
  );
}

/**
 * A sum with its terms.
 * @param terms the terms, each with its name
 */
export function sum(terms: [Child, string][], total: number | null) {
  const each = terms.map(([shown, what], n) => [n ? " + " : null, el("span", { class: "term" }, shown, " ", el("small", {}, what))]);
  return el("p", { class: "sum" }, ...each, total === null ? null : [" = ", el("strong", {}, total)]);
}

/**
 * The progress on a track, and its target.
 * @param least the beginning of the track
 */
export function track(here: number | null, target: number, least: number = 0) {
  const end = Math.max(here ?? 0, target) + 2;
  const at = (value: number) => 8 + ((LONG - 16) * (Math.max(value, least) - least)) / (end - least);
  const drawn = svg("svg", {
    class: here !== null && here >= target ? "track reached" : "track",
    viewBox: `0 0 ${LONG} ${HIGH}`,
    role: "img",
    "aria-label": here === null ? `${target} to reach` : `${here}, with ${target} to reach`,
  });
  drawn.append(svg("line", { x1: at(least), x2: at(end), y1: 14, y2: 14 }));
  if (here !== null) drawn.append(svg("line", { class: "come", x1: at(least), x2: at(here), y1: 14, y2: 14 }));
  drawn.append(svg("path", { class: "goal", d: `M${at(target)} 22V2l9 4-9 4` }));
  drawn.append(svg("text", { x: at(target), y: HIGH - 1, "text-anchor": "middle" }, target));
  if (here !== null) {
    drawn.append(svg("circle", { class: "come", cx: at(here), cy: 14, r: 5 }));
    if (here !== target) drawn.append(svg("text", { class: "come", x: at(here), y: HIGH - 1, "text-anchor": "middle" }, here));
  }
  return drawn;
}
