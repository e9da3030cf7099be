// The result of a move in words, with links to the rules: its refusal with the reason, or its preview.

import type { Table } from "../fields/part";
import { valued } from "../fields/values";
import { el, words } from "../kit/dom";
import { spoken } from "../kit/text";
import type { Problem } from "../session/api";
import { openPanel } from "../session/links";
import type { Schemas } from "../session/watch";

/** A refusal or another problem in words: its sentence, the remedy, the rule, and the facts. */
export function refusal({ message, body }: Problem, table: Table) {
  const facts = Object.entries(body.facts ?? {}).map(([name, fact]) => `${spoken(name)}: ${said(fact, table)}`);
  return [
    el("p", { class: "problem" }, el("strong", {}, body.rule ? "Refused. " : "That did not work. "), words(message)),
    body.remedy ? el("p", {}, words(body.remedy)) : null,
    body.rule ? folded("The rule that decides this", [rule(body.rule, table)]) : null,
    facts.length ? folded("Facts for the rule", facts.map(words)) : null,
  ];
}

/** Details that few readers need, folded away. */
const folded = (title: string, lines: (Node | string)[]) =>
  el("details", {}, el("summary", {}, title), el("ul", { class: "faint" }, ...lines.map((line) => el("li", {}, line))));

/** The answer to a dry run, which changes nothing. */
export function trial(view: Schemas["AllowedView"] | Schemas["NeedsDiceView"] | Schemas["NeedsSeedView"], table: Table) {
  if (view.verdict === "needs_seed") return [el("p", {}, "The move would be accepted, and would show the seed of the dice.")];
  if (view.verdict === "needs_dice") {
    const { count, faces } = view.dice;
    return [el("p", {}, `Dice decide the result: the move would roll ${count} ${count === 1 ? "die" : "dice"} of ${faces} faces.`)];
  }
  const { sentence, rules = [], warnings = [] } = view.ruling;
  return [
    el("p", {}, el("strong", {}, "The move would be accepted. "), words(sentence)),
    ...warnings.map((warning) => el("p", {}, "⚠ ", words(warning))),
    rules.length
      ? folded(
          "The rules that decide this",
          rules.map((one) => rule(one.rule, table)),
        )
      : null,
    folded(
      "Effects",
      view.effects.map((one) => words(effect(one, table))),
    ),
  ];
}

/** The events that came between the form and its move, which was not made. */
export function meanwhile(events: Schemas["EventView"][]) {
  return [
    el("p", {}, el("strong", {}, "The move was not made: others have moved, and the options of this form have changed.")),
    el("ul", {}, ...events.slice(-5).map(({ event }) => el("li", {}, words(event.ruling.sentence)))),
    el("p", {}, el("button", { type: "button", onclick: () => openPanel("story") }, "What happened?")),
    el("p", {}, "Check the form again. If you still want this move, make it."),
  ];
}

/** The text of a rule, with a link to its page. */
const rule = (id: string, table: Table) => el("a", { href: table.page(id) }, table.rules.find((one) => one.id === id)?.statement ?? id);

function effect({ effect, ...rest }: Record<string, any>, table: Table) {
  const parts = Object.entries(rest).filter(([, value]) => value !== null);
  return [spoken(effect), parts.map(([name, value]) => `${name} ${said(value, table)}`).join(", ")].filter(Boolean).join(": ");
}

function said(value: any, table: Table): string {
  if (Array.isArray(value)) return value.map((one) => said(one, table)).join(", ") || "none";
  if (typeof value !== "object" || value === null) return valued(value, table.names);
  return Object.entries(value)
    .map(([name, one]) => `${name} ${said(one, table)}`)
    .join(" ");
}
