// Afterverse under way: tests with their dice, glitches that lie face down, the situation, statements, banks of hits.

import { el, words } from "../kit/dom.js";
import { listed } from "../kit/list.js";
import { table } from "../kit/table.js";
import { facts } from "../kit/terms.js";
import { inWords } from "../kit/text.js";
import { dice, who, whoAll } from "./card.js";

/** @typedef {import("./underway.js").About} About */
/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("../session/names.js").Names} Names */

/** @type {Record<string, import("./underway.js").Form>} */
export const afterverse = {
  sessions: {
    title: "Session",
    show: (/** @type {number} */ number) => (number ? el("p", {}, `The table plays its session ${number}.`) : null),
  },
  situation: { title: "Situation", show: situation },
  combat: { title: "Combat", show: (/** @type {boolean} */ is) => (is ? el("p", {}, "There is combat.") : null) },
  tests: {
    title: "Tests",
    show: (/** @type {Schemas["TestView"][]} */ open, { names }) =>
      listed(
        open.map((one) => test(one, names)),
        "cards",
      ),
  },
  questions: {
    title: "Questions to the GM",
    show: (/** @type {Schemas["QuestionView"][]} */ all, { names }) =>
      listed(all.map(({ question }) => [who(names, question.character), ": ", words(question.text)])),
  },
  statements: { title: "Statements", show: statements },
  banks: { title: "Banks of hits", show: banks },
  retcons: { title: "The past, changed", show: retcons },
  done: { title: "Tests that are over", show: done },
};

/**
 * @param {Schemas["TestView"]} own
 * @param {Names} names
 */
function test(own, names) {
  const rows = own.actors.map((one) => [
    who(names, one.character),
    one.role,
    `${one.named}: ${one.pool}`,
    rolled(one),
    one.risk ?? 0,
    one.stands ? "stands" : null,
  ]);
  const results = own.results.map((one) => [
    who(names, one.character),
    one.hits === null ? "face down" : one.hits,
    one.counts,
    [
      one.outcome === "none" ? null : one.outcome,
      one.critical === "no" ? null : `critical ${one.critical}`,
      one.told && `told: ${one.told}`,
    ]
      .filter(Boolean)
      .join(", "),
    borneOut(one.borne_out),
  ]);
  return [
    el("p", {}, words(own.about), el("span", { class: "faint" }, ` ${own.id}, ${own.form === "alone" ? "alone" : inWords(own.form)}`)),
    facts({
      Needed: own.needed === null ? (own.threshold ? "known to the GM" : null) : `${own.needed} hits`,
      Ties: own.ties ? "may be" : null,
      "Hits go into": who(names, own.into),
      Attacked: whoAll(names, own.attacked),
      Counts: own.rolls && `the ${own.rolls} rolls`,
      Chutzpah: listed(own.used.map(({ character, use }) => [who(names, character), `: ${inWords(use)}`])),
      Glitches: listed(own.glitches.map((one) => glitch(one, names))),
    }),
    rows.length ? table("Who takes part", ["Who", "as", "pool", "dice", "risk", "now"], rows) : null,
    results.length ? table("What came of it", ["Who", "hits", "count for", "outcome", "as revealed"], results) : null,
  ];
}

/** @param {Schemas["TestView"]["actors"][number]} actor */
function rolled({ dice: values, sealed }) {
  if (sealed) return `face down in ${sealed}`;
  if (!values) return "not rolled yet";
  return values.length ? dice(values) : "let be";
}

/**
 * A glitch as far as the seat may see it.
 * @param {Schemas["GlitchView"]} own
 * @param {Names} names
 */
function glitch({ characters, risk, dice: values, notes, glitched, whose }, names) {
  const shows = values.length ? dice(values) : notes.length ? `face down in ${notes.join(", ")}` : "no dice";
  const came = glitched === null ? "not open yet whether it glitches" : glitched ? "a glitch" : "none";
  return [...whoAll(names, characters), `, risk ${risk}: `, shows, `, ${came}`, whose ? [" of ", names.tag(whose)] : null].flat();
}

/** @param {boolean | null} is */
const borneOut = (is) => (is === null ? null : is ? "as the GM said" : "not as the GM said");

/**
 * @param {Schemas["SituationView"] | null} own
 * @param {About} about
 */
function situation(own, { names }) {
  if (!own) return null;
  const looked = Object.entries(own.looked).map(([character, times]) => [who(names, character), `: ${times}`]);
  return facts({ Where: words(own.text), "Looked about": listed(looked) });
}

/**
 * @param {Schemas["StatementView"][]} all
 * @param {About} about
 */
function statements(all, { names }) {
  return listed(
    all.map(({ statement }) => [
      who(names, statement.character),
      " on ",
      words(statement.interest),
      ": ",
      words(statement.text),
      ` (${statement.standing ?? "declared"})`,
    ]),
  );
}

/**
 * @param {Schemas["BankView"][]} all
 * @param {About} about
 */
function banks(all, { names }) {
  const rows = all.map(({ name, character, hits, cap }) => [
    words(name),
    who(names, character),
    hits,
    typeof cap === "number" ? cap : inWords(cap),
  ]);
  return rows.length ? table("Hits that are kept", ["Bank", "of", "hits", "at most"], rows) : null;
}

/**
 * @param {Schemas["Retcon"][]} all
 * @param {About} about
 */
function retcons(all, { names }) {
  return listed(
    all.map(({ character, was, now }) => [who(names, character), ": ", el("del", {}, words(was)), " ", el("ins", {}, words(now))]),
  );
}

/**
 * @param {Schemas["TestView"][]} all
 * @param {About} about
 */
function done(all, { names }) {
  if (!all.length) return null;
  const told = [...all].reverse().map((one) => test(one, names));
  return el(
    "details",
    { "data-key": "done" },
    el("summary", {}, all.length === 1 ? "The last one" : `The last ${all.length}`),
    listed(told, "cards"),
  );
}
