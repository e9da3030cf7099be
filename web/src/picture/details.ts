// Details: the facts about one element of the picture.

import type { Child } from "../kit/dom";
import { el, words } from "../kit/dom";
import { rulePage } from "../session/base";
import { history } from "../session/history";
import { colourOf } from "../session/names";
import type { Schemas, Watch } from "../session/watch";
import type { Thing } from "./contents";
import type { Choice } from "./picture";
import { inWords, pips } from "./pips";

/** The maximum number of marks that are drawn. A larger number is only written. */
const DRAWN = 40;

/** Why an element is eliminated, in words. */
const CAUSES: Record<string, string> = {
  correction: "by a correction",
  node: "with its node",
  standing: "its standing fell too low",
  strikes: "struck too often",
};

/** @param all all elements of the picture, for their names */
export function details(thing: Thing, all: Thing[], watch: Watch, choice: Choice): Node[] {
  const close = el("button", { type: "button", onclick: () => choice.choose(null) }, "Close");
  const other = (id: string) =>
    el(
      "button",
      { type: "button", class: "quiet", onclick: () => choice.choose(id) },
      words(all.find((one) => one.id === id)?.label ?? id),
    );
  const facts = factsOf(thing, watch, other);
  const rows = facts
    .filter(([, told]) => told.length)
    .flatMap(([name, told]) => [el("dt", {}, name), ...told.map((one) => el("dd", {}, one))]);
  return [el("h3", {}, words(thing.label)), el("dl", {}, ...rows), history(watch, thing.id), close];
}

/** The facts by name, each with its values. */
type Facts = [string, (Child | Child[])[]][];

function factsOf(thing: Thing, watch: Watch, other: (id: string) => Node): Facts {
  switch (thing.of) {
    case "zone":
      return ofZone(thing, other);
    case "border":
      return ofBorder(thing, other);
    case "person":
      return ofPerson(thing, watch, other);
    default:
      return ofElement(thing, watch, other);
  }
}

function ofElement(thing: Extract<Thing, { of: "node" | "edge" }>, watch: Watch, other: (id: string) => Node): Facts {
  const { told } = thing;
  return [
    ["Kind", [thing.of === "node" ? (thing.told.kind ?? "not given") : "edge"]],
    ["Explained", told.explanation ? [words(told.explanation)] : []],
    ["Power", [`${told.power}${told.power === told.standing ? "" : `: its standing of ${told.standing} minus its weakenings`}`]],
    ["Marks", [told.marks ? [told.marks.length <= DRAWN && pips(told.marks), ` ${inWords(told.marks)}`] : "none"]],
    ["Eliminated", told.eliminated ? [CAUSES[told.eliminated]] : []],
    ["Played by", thing.of === "node" && thing.told.claimed_by ? [name(watch, thing.told.claimed_by)] : []],
    [
      "Ties",
      thing.of === "edge" && thing.told.thing
        ? [[`thing ${thing.told.thing} that matters to `, thing.told.person ? other(thing.told.person) : "its person"]]
        : [],
    ],
    [
      "Controlled by",
      told.control.map(({ seat, rule, by }) => [
        name(watch, seat),
        ", ",
        ruleLink(watch, rule),
        by && ", granted by ",
        by && name(watch, by),
      ]),
    ],
    ["Granted", told.grants.map(({ by, seat }) => [name(watch, by), " to ", name(watch, seat)])],
    ["Interest", told.interest.map(({ seat, points }) => [name(watch, seat), `: ${points}`])],
    ["Written by", [name(watch, told.creator)]],
    ["Edges", thing.of === "node" ? thing.edges.map(({ id }) => other(id)) : []],
    ["Between", thing.of === "edge" ? [other(thing.told.source), other(thing.told.target)] : []],
  ];
}

function ofZone({ id, told, borders }: Extract<Thing, { of: "zone" }>, other: (id: string) => Node): Facts {
  const far = Object.entries(told.distances).filter(([zone]) => zone !== id);
  return [
    ["There", told.there.length ? told.there.map(other) : ["nobody"]],
    ["Borders", borders.map((border) => other(border.id))],
    ["Distance", far.map(([zone, distance]) => [other(zone), ` ${distance}`])],
  ];
}

function ofBorder({ told }: Extract<Thing, { of: "border" }>, other: (id: string) => Node): Facts {
  return [
    ["Between", [other(told.one), other(told.other)]],
    ["Ways", ways(told, other)],
    ["Threshold", told.threshold === null ? [] : [told.threshold]],
    ["Marked", told.marked.length ? [told.marked.join(", ")] : []],
  ];
}

/** The ways through a border, each with its cost, and its direction if it has only one. */
const ways = ({ one, other: far, ways }: Schemas["BorderView"], other: (id: string) => Node): Child[][] =>
  ways.map(({ value, condition, direction }) => {
    const to = direction === "both" ? [] : [" to ", other(direction === "there" ? far : one)];
    return [`${value}${condition ? `, ${condition}` : ""}`, ...to];
  });

function ofPerson({ told }: Extract<Thing, { of: "person" }>, watch: Watch, other: (id: string) => Node): Facts {
  return [
    ["Played by", told.seat ? [name(watch, told.seat)] : []],
    ["Kind", [told.kind]],
    ["Stands in", told.zone ? [other(told.zone)] : []],
    ["Taken out", told.is_out ? ["yes"] : []],
  ];
}

const name = (watch: Watch, seat: string) => el("span", { class: `name ${colourOf(seat)}` }, words(watch.nameOf(seat)));

function ruleLink({ ruleset }: Watch, id: string) {
  const rule = ruleset.rules.find((one) => one.id === id);
  return el("a", { href: rulePage(ruleset.name, id), title: rule?.statement }, id);
}
