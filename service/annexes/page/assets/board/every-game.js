// What the table has open, in every game: proposals, a rewind, disputes; its limits and house rules.

import { el, words } from "../kit/dom.js";
import { listed } from "../kit/list.js";
import { facts } from "../kit/terms.js";
import { capital, chosenValue, inWords, spoken } from "../kit/text.js";
import { openPanel, versionLink } from "../session/links.js";
import { anything } from "./anything.js";
import { answers, card, isEqual, who } from "./card.js";

/** @typedef {import("./underway.js").About} About */
/** @typedef {import("../session/watch.js").Schemas} Schemas */

/**
 * Open questions to the table: who asks, for what, and who has still to answer.
 * @param {{id: string, by: string, subject: Record<string, unknown> & {subject: string}, asked: string[], waiting: string[]}[]} open
 * @param {About} about
 */
export function proposals(open, { names, watch }) {
  const told = open.map(({ by, subject: { subject, ...rest }, asked, waiting }) => [
    el("p", {}, who(names, by), " proposes: ", el("strong", {}, inWords(subject))),
    anything(names, "house_rule" in rest ? { ...rest, value: chosenValue(watch.ruleset, ruled(rest)) } : rest),
    answers(names, asked, waiting),
  ]);
  return listed(told, "cards");
}

/** @param {Record<string, unknown>} subject */
const ruled = ({ house_rule: id, value }) => ({ id: String(id), value: String(value) });

/**
 * @param {Schemas["TableView"]} now
 * @param {Schemas["TableView"] | null} before
 * @param {About} about
 */
export function tableCards(now, before, about) {
  /** @type {[string, keyof Schemas["TableView"], import("../kit/dom.js").Child][]} */
  const cards = [
    ["Rewind asked for", "rewind", now.rewind && rewind(now.rewind, about)],
    ["Open disputes", "open_disputes", disputes(now.open_disputes)],
    ["Limits", "limits", listed(now.limits.map(({ kind, text }) => [el("strong", {}, capital(kind)), ": ", words(text)]))],
    ["House rules", "house_rules", houseRules(now.house_rules, about)],
  ];
  return cards.flatMap(([title, member, shown]) =>
    shown ? [card(title, shown, before !== null && !isEqual(now[member], before[member]))] : [],
  );
}

/**
 * @param {Schemas["RewindView"]} asked
 * @param {About} about
 */
function rewind({ by, to, without, asked, waiting }, { names, watch }) {
  const leaving = without === null ? null : ["without ", versionLink(watch, without)];
  return el(
    "div",
    {},
    facts({ "Asked by": who(names, by), To: versionLink(watch, to), "Made again": leaving }),
    answers(names, asked, waiting),
  );
}

/** @param {string[]} open */
function disputes(open) {
  if (!open.length) return null;
  const show = el("button", { type: "button", onclick: () => openPanel("disputes") }, "Show disputes");
  return el("p", {}, `${open.join(", ")} `, show);
}

/**
 * What the table has chosen, and folded away what it has left as it was.
 * @param {Schemas["HouseRuleView"][]} rules
 * @param {About} about
 */
function houseRules(rules, { watch }) {
  const told = (/** @type {Schemas["HouseRuleView"][]} */ some) =>
    listed(
      some.map((rule) => [
        el("strong", {}, `${spoken(rule.id)}: `),
        chosenValue(watch.ruleset, rule),
        " ",
        el("span", { class: "faint" }, rule.statement),
      ]),
    );
  const rest = rules.filter(({ chosen }) => !chosen);
  const fold = rest.length
    ? el("details", { "data-key": "house-rules" }, el("summary", {}, `${rest.length} left at their defaults`), told(rest))
    : null;
  return el("div", {}, told(rules.filter(({ chosen }) => chosen)), fold);
}
