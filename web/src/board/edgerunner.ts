// Cards for the state of Edgerunner: the conflict with its time and initiative, the action and its roll, zones, aspects.

import { el, words } from "../kit/dom";
import { listed } from "../kit/list";
import { table } from "../kit/table";
import { facts } from "../kit/terms";
import { capital, inWords, signed } from "../kit/text";
import type { Names } from "../session/names";
import type { Schemas } from "../session/watch";
import { anything } from "./anything";
import { who, whoAll } from "./card";
import { fudge } from "./pieces";
import type { About, Form } from "./underway";

export const edgerunner: Record<string, Form> = {
  conflict: { title: "Conflict", show: conflict },
  map: { title: "Positions", show: zones },
  aspects: { title: "Aspects", show: aspects },
};

function conflict(own: Schemas["EdgerunnerConflictView"] | null, { names }: About) {
  if (!own) return null;
  const bids = Object.entries(own.bids).map(([character, bid]) => [who(names, character), ` bids ${bid}`]);
  const wards = own.defenses.map(({ by, target, track, threshold }) => [names.tag(by), names.tag(target), words(track), threshold]);
  return el(
    "div",
    {},
    facts({
      About: words(own.reason),
      "Time track": `an exchange takes ${own.length}`,
      Exchange: `${own.exchange}, ${inWords(own.moment)}`,
      "Calls the turns": who(names, own.caller),
      "Has acted": whoAll(names, own.acted),
      "Has still to act": whoAll(names, own.waiting),
      "Wants to act": whoAll(names, own.claims),
      Bids: listed(bids),
      Acts:
        own.turn &&
        el(
          "span",
          {},
          who(names, own.turn.character),
          own.turn.bid ? `, having bid ${own.turn.bid}` : null,
          own.turn.has_moved ? ", the free move is made" : null,
        ),
    }),
    own.turn?.roll ? action(own.turn.roll, names) : null,
    wards.length ? table("Defenses that are kept up", ["By", "for", "track", "threshold"], wards) : null,
  );
}

/** The current action: its kind, and the numbers that its shifts are made of. */
function action(own: Schemas["EdgerunnerRollView"], names: Names) {
  const { action: sign, ...about } = own.action;
  const against = [
    ["opposition", own.opposition],
    ["range", own.range],
    ["bid", own.bid],
  ];
  const costs = against.filter(([, by]) => by).map(([why, by]) => `${why} ${signed(-Number(by))}`);
  const sum = [`rating ${own.rating}`, own.dice.length ? null : "not rolled yet", ...costs].filter(Boolean).join(", ");
  const { compel } = own;
  return el(
    "section",
    { class: "inner" },
    el("h4", {}, capital(inWords(sign)), own.continued ? ", continued" : ""),
    el("p", {}, words(own.narration)),
    anything(names, about),
    facts({
      Dice: own.dice.length ? fudge(own.dice) : null,
      Counts: sum,
      Shifts: own.dice.length ? own.shifts : null,
      "Shifts left": own.left === null ? null : String(own.left),
      Invoked: whoAll(names, own.invoked),
      Compel: compel && el("span", {}, names.tag(compel.aspect), ", by ", compel.by ? names.tag(compel.by) : "the referee"),
      "Taken out": who(names, own.taken_out),
    }),
  );
}

/** The map in words, for readers who cannot see a picture. */
function zones({ name, metaphorical, zones: all, borders }: Schemas["MapView"], { names }: About) {
  if (!all.length) return null;
  const there = all.map((zone) => [words(zone.name), ": ", ...(zone.there.length ? whoAll(names, zone.there) : ["nobody"])]);
  const ways = borders.map(({ one, other, ways: over, threshold, marked }) => [
    names.tag(one),
    " | ",
    names.tag(other),
    ": ",
    over
      .map(({ value, condition, direction, door }) =>
        [value, condition, door, !direction || direction === "both" ? null : inWords(direction)]
          .filter((part) => part !== null && part !== "")
          .join(", "),
      )
      .join(" or "),
    threshold === null ? null : `, stress ${marked.length} of ${threshold}`,
  ]);
  return el(
    "div",
    {},
    facts({ Map: name && el("span", {}, words(name), metaphorical ? " (not a place)" : "") }),
    listed(there),
    facts({ Borders: listed(ways) }),
  );
}

/** Aspects of zones, borders and other aspects. The aspects of characters are on their sheets. */
function aspects(all: Schemas["AspectView"][], { names, play }: About) {
  const sheets = new Set(play.sheets.map(({ character }: Schemas["EdgerunnerSheetView"]) => character));
  return listed(all.filter(({ on }) => !sheets.has(on)).map((one) => [aspect(one, names), " on ", names.tag(one.on)]));
}

export function aspect({ name, source, by, free_invokes, boxes, marked, holds }: Schemas["AspectView"], names: Names) {
  const notes = [
    source === "sheet" ? null : inWords(source),
    free_invokes ? `${free_invokes} free ${free_invokes === 1 ? "invoke" : "invokes"}` : null,
    boxes ? `${marked.length} of ${boxes} boxes marked` : null,
    holds ? null : "cannot be invoked now",
  ];
  const told = notes.filter(Boolean).join(", ");
  return el("span", {}, words(name), told && ` (${told})`, by && [" by ", names.tag(by)]);
}
