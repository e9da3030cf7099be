// Cards that every game has: proposals, a requested rewind, open disputes, limits and house rules.

import type { Child } from "../kit/dom";
import { el, words } from "../kit/dom";
import { listed } from "../kit/list";
import { facts } from "../kit/terms";
import { capital, chosenValue, inWords, spoken } from "../kit/text";
import { openPanel, versionLink } from "../session/links";
import type { Schemas } from "../session/watch";
import { anything } from "./anything";
import { answers, card, isEqual, who } from "./card";
import type { About } from "./underway";

/** Open proposals, each with its proposer, its subject, and the seats that still have to answer. */
export function proposals(
  open: { id: string; by: string; subject: Record<string, unknown> & { subject: string }; asked: string[]; waiting: string[] }[],
  { names, watch }: About,
) {
  const told = open.map(({ by, subject: { subject, ...rest }, asked, waiting }) => [
    el("p", {}, who(names, by), " proposes: ", el("strong", {}, inWords(subject))),
    anything(names, "house_rule" in rest ? { ...rest, value: chosenValue(watch.ruleset, ruled(rest)) } : rest),
    answers(names, asked, waiting),
  ]);
  return listed(told, "cards");
}

const ruled = ({ house_rule: id, value }: Record<string, unknown>) => ({ id: String(id), value: String(value) });

export function tableCards(now: Schemas["TableView"], before: Schemas["TableView"] | null, about: About) {
  const cards: [string, keyof Schemas["TableView"], Child][] = [
    ["Rewind asked for", "rewind", now.rewind && rewind(now.rewind, about)],
    ["Open disputes", "open_disputes", disputes(now.open_disputes)],
    ["Limits", "limits", listed(now.limits.map(({ kind, text }) => [el("strong", {}, capital(kind)), ": ", words(text)]))],
    ["House rules", "house_rules", houseRules(now.house_rules, about)],
  ];
  return cards.flatMap(([title, member, shown]) =>
    shown ? [card(title, shown, before !== null && !isEqual(now[member], before[member]))] : [],
  );
}

function rewind({ by, to, without, asked, waiting }: Schemas["RewindView"], { names, watch }: About) {
  const leaving = without === null ? null : ["without ", versionLink(watch, without)];
  return el(
    "div",
    {},
    facts({ "Asked by": who(names, by), To: versionLink(watch, to), "Made again": leaving }),
    answers(names, asked, waiting),
  );
}

function disputes(open: string[]) {
  if (!open.length) return null;
  const show = el("button", { type: "button", onclick: () => openPanel("disputes") }, "Show disputes");
  return el("p", {}, `${open.join(", ")} `, show);
}

/** The house rules that the table has chosen, and below them the defaults, folded away. */
function houseRules(rules: Schemas["HouseRuleView"][], { watch }: About) {
  const told = (some: Schemas["HouseRuleView"][]) =>
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
