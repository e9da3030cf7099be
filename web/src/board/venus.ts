// Cards for the state of Venus: scenes, the roll with its check or task, claims and their purposes, Lots to turn in.

import type { Child } from "../kit/dom";
import { el, words } from "../kit/dom";
import { listed } from "../kit/list";
import { facts } from "../kit/terms";
import { capital, inWords } from "../kit/text";
import { versionLink } from "../session/links";
import type { Names } from "../session/names";
import type { Schemas } from "../session/watch";
import { anything } from "./anything";
import { who, whoAll } from "./card";
import { chanceOfCheck, chances, percent } from "./odds";
import { counters, people, sum, track, tray, unrolled, vessel } from "./pieces";
import type { About, Form } from "./underway";

/** By caliber: the lowest face of a die that is a success (rule `task.successes`). */
const STRIKES_FROM = { bronze: 5, silver: 4, gold: 3, platinum: 2 };
/** The next act in each stage of a roll. */
const STAGES = {
  called: "a check or a task is chosen",
  judging: "peers judge how difficult it is",
  ready: "it may be thrown",
  short: "a bonus may make up the difference",
  choosing: "it looks for a job that fits",
  staffing: "dice are handed together",
  kissing: "dice that disappoint may be KISSed",
  spending: "successes are spent",
  subverting: "the FC may turn dice that nobody bought",
};

export const venus: Record<string, Form> = {
  scenes: { title: "Scenes", show: scenes, isWide: true },
  roll: { title: "Roll", show: roll, isWide: true },
  sitting_in: {
    title: "Peers who only sit in",
    show: (seats: string[], { names }) => (seats.length ? el("p", {}, whoAll(names, seats)) : null),
  },
  owed: {
    title: "Lots beyond the cap",
    show: (owed: Record<string, number>, { names }) =>
      listed(Object.entries(owed).map(([seat, lots]) => [who(names, seat), `: ${lots} to become exp`])),
  },
  awards: {
    title: "Rewarded in this debrief",
    show: (all: [string, string][], { names }) => listed(all.map(([seat, ground]) => [who(names, seat), `: ${inWords(ground)}`])),
  },
};

function scenes({ open, pacing, current, turn, may_offer }: Schemas["ScenesView"], { names, play }: About) {
  if (!open.length && (!may_offer || play.step === "over")) return null;
  const played = new Map<string, string>(play.sheets.map(({ seat, name }: Schemas["VenusSheetView"]) => [seat, name]));
  const stages = open.map((one) => {
    const isOn = one.id === current;
    const standing = (id: string) => (isOn && id === turn ? "acts" : one.waiting.includes(id) ? "waits" : "had");
    const about = [isOn && open.length > 1 ? "under way" : null, `round ${one.round}`].filter(Boolean).join(", ");
    return el(
      "section",
      { class: isOn ? "stage on" : "stage" },
      el("blockquote", {}, words(one.text)),
      people(
        "Turns",
        names,
        one.order.map((id) => ({ id, as: played.get(id), standing: standing(id) })),
      ),
      el("p", { class: "faint" }, "Set by ", who(names, one.by), `, ${about}`),
    );
  });
  return el(
    "div",
    { class: "stages" },
    ...stages,
    open.length > 1 ? el("p", {}, `Scenes side by side: ${inWords(pacing)}.`) : null,
    may_offer && play.step !== "over" ? el("p", {}, "Players may offer to set the next scene.") : null,
  );
}

function roll(own: Schemas["VenusRollView"] | null, { names, watch }: About) {
  if (!own) return null;
  const rolls =
    names.of(own.character) === names.of(own.seat) ? who(names, own.seat) : [who(names, own.seat), " for ", who(names, own.character)];
  return el(
    "div",
    {},
    el("p", { class: "leads" }, rolls, ` rolls `, words(own.ability), `, ${own.caliber} ${own.score}`),
    el("p", { class: "faint" }, `${capital(now(own))}. `, versionLink(watch, own.since, "How it was called")),
    own.agenda ? el("blockquote", {}, words(own.agenda)) : null,
    own.check ? check(own, own.check, names) : null,
    own.task ? task(own.task, names) : null,
    facts({
      "If it fails": own.stakes && words(own.stakes),
      Wished: own.wish && `a ${own.wish}`,
    }),
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

/** The stage of a roll. The question says which seats it waits for. */
function now({ stage, task }: Schemas["VenusRollView"]) {
  if (stage === "staffing" && task?.factors === null) return "the difficulties are named";
  return STAGES[stage as keyof typeof STAGES] ?? inWords(stage);
}

/** The headline above the cards. */
export function headline({ roll, scenes }: any, names: Names) {
  if (roll) {
    const target = roll.check?.target ?? null;
    return `${names.of(roll.character)} rolls ${roll.ability}${target === null ? "" : ` against ${target}`}`;
  }
  if (scenes.turn && scenes.current !== null) return `It is ${names.of(scenes.turn)}’s turn`;
  return scenes.open.length ? "A scene is open" : "Between scenes";
}

/** A check in progress: the throw and its total, against the target. */
function check(
  { ability, score, caliber }: Schemas["VenusRollView"],
  { judged, difficulty, factors, target, natural, total }: Schemas["CheckView"],
  names: Names,
) {
  const more = natural === null || total === null ? 0 : total - natural - score;
  const terms: [Child, string][] = [
    [natural === null ? unrolled(1) : tray([{ value: natural, faces: 20 }], ""), natural === null ? "" : "thrown"],
    [el("strong", {}, score), ability],
  ];
  if (more) terms.push([el("strong", {}, more), "bonuses"]);
  return el(
    "div",
    {},
    sum(terms, total),
    target === null ? null : track(total, target),
    target === null || natural !== null
      ? null
      : el("p", { class: "leads" }, `It needs ${target}: ${percent(chanceOfCheck(caliber, score, target))} likely without bonuses.`),
    facts({
      Judged: target === null ? listed(Object.entries(judged).map(([seat, value]) => [who(names, seat), `: ${value}`])) : null,
      Difficulty: factors.length ? difficulty : null,
      Factors: listed(factors.map((text) => words(text))),
    }),
  );
}

/** A task: its dice with their faces, and the effects that its successes have bought. */
function task(own: Schemas["TaskView"], names: Names) {
  const aid = own.aid.map(({ seat, job, caliber, accepted }) => [
    who(names, seat),
    " as ",
    words(job),
    `, ${caliber}: `,
    accepted ? "taken" : accepted === false ? "not taken" : "offered",
  ]);
  const stunts = own.stunts.map(({ seat, die, text, stands }) => [
    who(names, seat),
    ` on die ${die}: `,
    words(text),
    stands === null || stands === undefined ? "" : stands ? " (stands)" : " (vetoed)",
  ]);
  const named = (consequence: string) => words(own.specials[consequence] ?? inWords(consequence));
  const bought = own.bought.map(({ consequence, to, text }) => [
    named(consequence),
    ...(to ? [" to ", named(to)] : []),
    text ? ": " : "",
    text ? words(text) : null,
  ]);
  const handed = own.dice + own.aid.filter(({ accepted }) => accepted).length;
  return el(
    "div",
    {},
    own.rolled.length ? fallen(own.rolled, names) : handed ? unrolled(handed) : null,
    own.threshold === null ? null : el("p", { class: "leads" }, needs(own.threshold, own.successes), enough(own)),
    own.odds.length && !own.rolled.length
      ? chances("Chances of 0, 1, 2 … successes", own.odds.map(chanceOf), own.threshold, (n) =>
          n === 1 ? "1 success" : `${n || "no"} successes`,
        )
      : null,
    facts({
      Job: own.job ? el("span", {}, words(own.job), own.is_learning ? ", being learned" : "") : own.is_lacking ? "none fits" : null,
      "Counts against it": listed((own.factors ?? []).map((text) => words(text))),
      Aid: listed(aid),
      "6s": own.is_doubled ? "count twice" : null,
      Stunts: listed(stunts),
      "To spend": own.left === null ? null : vessel(own.left, own.successes, "successes", {}),
      Bought: listed(bought),
      "Special consequences": listed(Object.values(own.specials).map((text) => words(text))),
    }),
  );
}

/** The chance that a task reaches its threshold, before its dice are thrown; null after that. */
function enough({ threshold, odds, rolled }: Schemas["TaskView"]) {
  if (threshold === null || rolled.length || odds.length <= threshold) return null;
  return ` That is ${percent(odds.slice(threshold).reduce((all, one) => all + chanceOf(one), 0))} likely.`;
}

/** @param successes null until they are counted: dice may still be rolled again */
const needs = (threshold: number, successes: number | null) =>
  successes === null
    ? `It needs ${threshold} ${threshold === 1 ? "success" : "successes"}.`
    : [counters(successes, null, "successes"), `; it needs ${threshold}.`];

/** The rolled dice of a task with their numbers, because a stunt or KISS names a die by its number. */
function fallen(dice: Schemas["Die"][], names: Names) {
  return tray(
    dice.map(({ value, caliber, seat, kissed }, n) => ({
      value,
      faces: 6,
      isLit: value >= STRIKES_FROM[caliber],
      said: `die ${n + 1}, ${caliber}, of ${names.of(seat)}${kissed ? `, KISSed by ${inWords(kissed)}` : ""}`,
      notes: [`${n + 1} ${caliber}`, kissed ? "KISS" : ""],
    })),
    "a success",
  );
}

/** Read a chance such as `27/64` as a number from 0 to 1. */
function chanceOf(chance: string) {
  const [part = 0, whole = 1] = chance.split("/").map(Number);
  return part / whole;
}

function claim(own: Schemas["Claim"], names: Names) {
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
