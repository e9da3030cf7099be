// Details: what is known of one element of the picture.

import { el, words } from "../kit/dom.js";
import { rulePage } from "../session/base.js";
import { history } from "../session/history.js";
import { colourOf } from "../session/names.js";

/** @typedef {import("../kit/dom.js").Child} Child */
/** @typedef {import("./picture.js").Choice} Choice */
/** @typedef {import("./contents.js").Thing} Thing */
/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("../session/watch.js").Watch} Watch */

/** Why something is eliminated, in words. @type {Record<string, string>} */
const CAUSES = {
  correction: "by a correction",
  node: "with its node",
  standing: "its standing fell too low",
  strikes: "struck too often",
};

/**
 * @param {Thing} thing
 * @param {Thing[]} all what else there is
 * @param {Watch} watch
 * @param {Choice} choice
 * @returns {Node[]}
 */
export function details(thing, all, watch, choice) {
  const close = el("button", { type: "button", onclick: () => choice.choose(null) }, "Close");
  /** @param {string} id */
  const other = (id) =>
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

/** @typedef {[string, (Child | Child[])[]][]} Facts what it is called, and each that there is of it */

/**
 * @param {Thing} thing
 * @param {Watch} watch
 * @param {(id: string) => Node} other
 * @returns {Facts}
 */
function factsOf(thing, watch, other) {
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

/**
 * @param {Extract<Thing, {of: "node" | "edge"}>} thing
 * @param {Watch} watch
 * @param {(id: string) => Node} other
 * @returns {Facts}
 */
function ofElement(thing, watch, other) {
  const { told } = thing;
  return [
    ["Kind", [thing.of === "node" ? (thing.told.kind ?? "not said") : "edge"]],
    ["Explained", told.explanation ? [words(told.explanation)] : []],
    ["Power", [`${told.power}${told.power === told.standing ? "" : `, its standing ${told.standing} less what doubts it`}`]],
    ["Marks", [told.marks || "none"]],
    ["Eliminated", told.eliminated ? [CAUSES[told.eliminated]] : []],
    ["Played by", thing.of === "node" && thing.told.claimed_by ? [name(watch, thing.told.claimed_by)] : []],
    [
      "Ties",
      thing.of === "edge" && thing.told.thing
        ? [[`#${thing.told.thing} of what matters to `, thing.told.person ? other(thing.told.person) : "them"]]
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

/**
 * @param {Extract<Thing, {of: "zone"}>} zone
 * @param {(id: string) => Node} other
 * @returns {Facts}
 */
function ofZone({ id, told, borders }, other) {
  const far = Object.entries(told.distances).filter(([zone]) => zone !== id);
  return [
    ["There", told.there.length ? told.there.map(other) : ["nobody"]],
    ["Borders", borders.map((border) => other(border.id))],
    ["Distance", far.map(([zone, distance]) => [other(zone), ` ${distance}`])],
  ];
}

/**
 * @param {Extract<Thing, {of: "border"}>} border
 * @param {(id: string) => Node} other
 * @returns {Facts}
 */
function ofBorder({ told }, other) {
  return [
    ["Between", [other(told.one), other(told.other)]],
    ["Ways", ways(told, other)],
    ["Threshold", told.threshold === null ? [] : [told.threshold]],
    ["Marked", told.marked.length ? [told.marked.join(", ")] : []],
  ];
}

/**
 * The ways through a border, each with what it takes, and where it leads if only one way.
 * @param {Schemas["BorderView"]} border
 * @param {(id: string) => Node} other
 * @returns {Child[][]}
 */
const ways = ({ one, other: far, ways }, other) =>
  ways.map(({ value, condition, direction }) => {
    const to = direction === "both" ? [] : [" to ", other(direction === "there" ? far : one)];
    return [`${value}${condition ? `, ${condition}` : ""}`, ...to];
  });

/**
 * @param {Extract<Thing, {of: "person"}>} person
 * @param {Watch} watch
 * @param {(id: string) => Node} other
 * @returns {Facts}
 */
function ofPerson({ told }, watch, other) {
  return [
    ["Played by", told.seat ? [name(watch, told.seat)] : []],
    ["Kind", [told.kind]],
    ["Stands in", told.zone ? [other(told.zone)] : []],
    ["Taken out", told.is_out ? ["yes"] : []],
  ];
}

/**
 * @param {Watch} watch
 * @param {string} seat
 */
const name = (watch, seat) => el("span", { class: `name ${colourOf(seat)}` }, words(watch.nameOf(seat)));

/**
 * @param {Watch} watch
 * @param {string} id
 */
function ruleLink({ ruleset }, id) {
  const rule = ruleset.rules.find((one) => one.id === id);
  return el("a", { href: rulePage(ruleset.name, id), title: rule?.statement }, id);
}
