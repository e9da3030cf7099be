// The ruling: why a move stands or does not, by which rules, and what they saw.

import { el, words } from "../kit/dom.js";
import { list } from "../kit/list.js";
import { rulePage } from "../session/base.js";
import { told } from "../session/fields.js";
import { openPanel } from "../session/links.js";
import { wish } from "../session/wishes.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("../session/fields.js").Reading} Reading */

/** The section of rules that the text does not have. */
const OURS = "house";

/**
 * A rule by its id, with what it says and where that stands.
 * @param {Reading} reading
 * @param {string} id
 * @returns {HTMLElement}
 */
export function rule({ watch }, id) {
  const { name, rules } = watch.ruleset;
  const found = rules.find((one) => one.id === id);
  const section = !found || found.section === OURS ? "where the text is silent" : found.section;
  const linked = el("a", { href: rulePage(name, id) }, el("code", {}, id));
  return el("div", { class: "rule" }, linked, el("span", { class: "faint" }, ` ${section}`), el("p", {}, words(found?.statement ?? "")));
}

/**
 * The ruling on an event: each rule with what it saw, warnings, precedents.
 * @param {Reading} reading
 * @param {Schemas["RulingView"]} ruling
 */
export function ruled(reading, { ruling, precedents }) {
  const part = el("section", {}, el("h3", {}, "Why it stands"));
  for (const warning of ruling.warnings ?? []) part.append(el("p", { class: "warning" }, el("strong", {}, "Mind: "), words(warning)));
  const together = grouped(ruling.rules ?? []);
  if (together.length) part.append(list(together, (one) => applied(reading, one), { first: 8, class: "rules" }));
  else part.append(el("p", { class: "faint" }, "No rule had to be asked."));
  if (precedents.length) part.append(el("h4", {}, "Precedents"), list(precedents, precedent));
  return part;
}

/**
 * A rule that was applied several times stands once, with all that it saw.
 * @param {Schemas["Applied"][]} rules
 * @returns {{id: string, facts: Record<string, unknown>[]}[]}
 */
function grouped(rules) {
  /** @type {Map<string, Record<string, unknown>[]>} */
  const found = new Map();
  for (const { rule, facts } of rules) found.set(rule, [...(found.get(rule) ?? []), facts ?? {}]);
  return [...found].map(([id, facts]) => ({ id, facts }));
}

/**
 * @param {Reading} reading
 * @param {{id: string, facts: Record<string, unknown>[]}} one
 */
function applied(reading, { id, facts }) {
  const seen = facts.filter((fact) => Object.keys(fact).length);
  const shown = seen.length
    ? list(seen, (fact) => el("li", {}, told(reading, fact)), { first: 4, class: "facts", name: `What ${id} saw` })
    : null;
  return el("li", {}, rule(reading, id), shown);
}

/** @param {Schemas["PrecedentView"]} settled */
function precedent({ dispute, rule, outcome, reason }) {
  const shown = el("button", { type: "button", class: "link", onclick: () => showDispute(dispute) }, `Dispute ${dispute}`);
  return el("li", {}, shown, ` about `, el("code", {}, rule), `: ${outcome}. `, words(reason));
}

/**
 * Have a dispute seen, in its own panel.
 * @param {string} id
 */
export function showDispute(id) {
  openPanel("disputes");
  wish("dispute", id);
}
