// Venus under way: scenes, the roll with its check or task, claims and what they are for, Lots to turn in.

import { el, words } from "../kit/dom.js";
import { listed } from "../kit/list.js";
import { table } from "../kit/table.js";
import { facts } from "../kit/terms.js";
import { inWords } from "../kit/text.js";
import { versionLink } from "../session/links.js";
import { anything } from "./anything.js";
import { who, whoAll } from "./card.js";

/** @typedef {import("./underway.js").About} About */
/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("../session/names.js").Names} Names */

/** @type {Record<string, import("./underway.js").Form>} */
export const venus = {
  scenes: { title: "Scenes", show: scenes },
  roll: { title: "Roll", show: roll },
  sitting_in: {
    title: "Peers who only sit in",
    show: (/** @type {string[]} */ seats, { names }) => (seats.length ? el("p", {}, whoAll(names, seats)) : null),
  },
  owed: {
    title: "Lots beyond the cap",
    show: (/** @type {Record<string, number>} */ owed, { names }) =>
      listed(Object.entries(owed).map(([seat, lots]) => [who(names, seat), `: ${lots} to become exp`])),
  },
  awards: {
    title: "Rewarded in this debrief",
    show: (/** @type {[string, string][]} */ all, { names }) =>
      listed(all.map(([seat, ground]) => [who(names, seat), `: ${inWords(ground)}`])),
  },
};

/**
 * @param {Schemas["ScenesView"]} own
 * @param {About} about
 */
function scenes({ open, pacing, current, turn, may_offer }, { names }) {
  if (!open.length && !may_offer) return null;
  const told = open.map((scene) => [
    el(
      "p",
      {},
      words(scene.text),
      el("span", { class: "faint" }, ` ${scene.id}`),
      scene.id === current ? el("strong", {}, " under way") : null,
    ),
    facts({
      "Set by": who(names, scene.by),
      "Turns go": whoAll(names, scene.order),
      "Still to have a turn": whoAll(names, scene.waiting),
      Round: scene.round,
    }),
  ]);
  return el(
    "div",
    {},
    listed(told, "cards"),
    facts({
      Turn: who(names, turn),
      Pacing: open.length > 1 ? inWords(pacing) : null,
      "Next scene": may_offer ? "players may offer to set it" : null,
    }),
  );
}

/**
 * @param {Schemas["VenusRollView"] | null} own
 * @param {About} about
 */
function roll(own, { names, watch }) {
  if (!own) return null;
  return el(
    "div",
    {},
    facts({
      Who: el("span", {}, names.tag(own.character), ", rolled by ", names.tag(own.seat)),
      Ability: el("span", {}, words(own.ability), `, ${own.caliber}, score ${own.score}`),
      Stage: `${inWords(own.stage)}${own.wish ? `, a ${own.wish} is wished for` : ""}`,
      Agenda: own.agenda && words(own.agenda),
      Stakes: own.stakes && words(own.stakes),
      Called: versionLink(watch, own.since),
    }),
    own.check ? check(own.check, names) : null,
    own.task ? task(own.task, names) : null,
    own.claims.length
      ? el(
          "section",
          { class: "inner" },
          el("h4", {}, "Claims"),
          listed(
            own.claims.map((one) => claim(one, names)),
            "cards",
          ),
        )
      : null,
  );
}

/**
 * @param {Schemas["CheckView"]} own
 * @param {Names} names
 */
function check({ judged, difficulty, factors, target, natural, total }, names) {
  return el(
    "section",
    { class: "inner" },
    el("h4", {}, "Check"),
    facts({
      Judged: listed(Object.entries(judged).map(([seat, value]) => [who(names, seat), `: ${value}`])),
      Difficulty: difficulty,
      Factors: listed(factors.map((text) => words(text))),
      "Has to reach": target,
      Thrown: natural,
      "In all": total,
    }),
  );
}

/**
 * @param {Schemas["TaskView"]} own
 * @param {Names} names
 */
function task(own, names) {
  const aid = own.aid.map(({ seat, job, caliber, accepted }) => [
    who(names, seat),
    " as ",
    words(job),
    `, ${caliber}: `,
    accepted ? "taken" : accepted === false ? "not taken" : "offered",
  ]);
  const thrown = own.rolled.map((die, n) => [
    String(n + 1),
    who(names, die.seat),
    die.caliber,
    el("span", { class: "face" }, die.value),
    die.kissed ? `KISSed by ${inWords(die.kissed)}` : null,
  ]);
  const stunts = own.stunts.map(({ seat, die, text, stands }) => [
    who(names, seat),
    ` on die ${die}: `,
    words(text),
    stands === null || stands === undefined ? "" : stands ? " (stands)" : " (vetoed)",
  ]);
  const bought = own.bought.map(({ consequence, to, text }) => [
    inWords(consequence),
    to ? ` to ${inWords(to)}` : "",
    text ? ": " : "",
    text ? words(text) : null,
  ]);
  return el(
    "section",
    { class: "inner" },
    el("h4", {}, "Task"),
    facts({
      Job: own.job ? el("span", {}, words(own.job), own.is_learning ? ", being learned" : "") : own.is_lacking ? "none fits" : null,
      "Own dice": own.dice || null,
      "Counts against it": listed((own.factors ?? []).map((text) => words(text))),
      Threshold: own.threshold,
      Aid: listed(aid),
      "Chances of 0, 1, 2 … successes": own.odds.map(percent).join(" · "),
      "6s": own.is_doubled ? "count twice" : null,
      Stunts: listed(stunts),
      Successes: own.successes === null ? null : `${own.successes}, ${own.left} left`,
      Bought: listed(bought),
      "Special consequences": anything(names, own.specials),
    }),
    thrown.length ? table("Dice on the table", ["Die", "of", "caliber", "shows", "KISS"], thrown) : null,
  );
}

/**
 * A chance such as `27/64`.
 * @param {string} chance
 */
function percent(chance) {
  const [part = 0, whole = 1] = chance.split("/").map(Number);
  return `${((100 * part) / whole).toFixed(1)} %`;
}

/**
 * @param {Schemas["Claim"]} own
 * @param {Names} names
 */
function claim(own, names) {
  const stands = own.approved === true ? "approved" : own.approved === false ? "not approved" : "open";
  const { yes = [], no = [], asked } = own.vote;
  return [
    el(
      "p",
      {},
      who(names, own.by),
      `, ${own.purpose}${own.die ? ` for die ${own.die}` : ""}${own.lot ? ", with a Lot" : ""}: `,
      words(own.text),
      ` (${stands})`,
    ),
    facts({
      Yes: whoAll(names, yes),
      No: whoAll(names, no),
      "Waits for":
        own.approved === null || own.approved === undefined
          ? whoAll(
              names,
              asked.filter((seat) => ![...yes, ...no].includes(seat)),
            )
          : null,
      Job: own.job ? anything(names, own.job) : null,
    }),
  ];
}
