// The ruling: the reasons why a move was accepted or refused, with the rules and their facts.

import { el, words } from "../kit/dom";
import { list } from "../kit/list";
import { rulePage } from "../session/base";
import type { Reading } from "../session/fields";
import { told } from "../session/fields";
import { numbered, showDispute } from "../session/links";
import type { Schemas } from "../session/watch";

/** The section of rules that are not in the text of the game. */
const OURS = "house";

/** A rule: its id as a link, its section and its statement. */
export function rule({ watch }: Reading, id: string): HTMLElement {
  const { name, rules } = watch.ruleset;
  const found = rules.find((one) => one.id === id);
  const section = !found || found.section === OURS ? "not in the text of the game" : found.section;
  const linked = el("a", { href: rulePage(name, id) }, el("code", {}, id));
  return el("div", { class: "rule" }, linked, el("span", { class: "faint" }, ` ${section}`), el("p", {}, words(found?.statement ?? "")));
}

/** The ruling on an event: its warnings, its rules with their facts, and precedents. */
export function ruled(reading: Reading, { ruling, precedents }: Schemas["RulingView"]) {
  const part = el("section", {}, el("h3", {}, "Why it stands"));
  for (const warning of ruling.warnings ?? []) part.append(el("p", { class: "warning" }, el("strong", {}, "Note: "), words(warning)));
  const together = grouped(ruling.rules ?? []);
  if (together.length) part.append(list(together, (one) => applied(reading, one), { first: 8, class: "rules" }));
  else part.append(el("p", { class: "faint" }, "No rule was needed."));
  if (precedents.length) part.append(el("h4", {}, "Precedents"), list(precedents, precedent));
  return part;
}

/** The rules by id. A rule that was applied several times is listed once, with the facts of each time. */
function grouped(rules: Schemas["Applied"][]): { id: string; facts: Record<string, unknown>[] }[] {
  const found: Map<string, Record<string, unknown>[]> = new Map();
  for (const { rule, facts } of rules) found.set(rule, [...(found.get(rule) ?? []), facts ?? {}]);
  return [...found].map(([id, facts]) => ({ id, facts }));
}

function applied(reading: Reading, { id, facts }: { id: string; facts: Record<string, unknown>[] }) {
  const seen = facts.filter((fact) => Object.keys(fact).length);
  const shown = seen.length
    ? list(seen, (fact) => el("li", {}, told(reading, fact)), { first: 4, class: "facts", name: `Facts for ${id}` })
    : null;
  return el("li", {}, rule(reading, id), shown);
}

function precedent({ dispute, rule, outcome, reason }: Schemas["PrecedentView"]) {
  return el(
    "li",
    {},
    showDispute(dispute, `Dispute ${numbered(dispute)}`),
    ` about `,
    el("code", {}, rule),
    `: ${outcome}. `,
    words(reason),
  );
}
