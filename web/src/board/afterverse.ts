// Cards for the state of Afterverse: tests with their dice, face-down glitches, the situation, statements, banks of hits.

import type { Child } from "../kit/dom";
import { el, words } from "../kit/dom";
import { listed } from "../kit/list";
import { facts } from "../kit/terms";
import { capital, inWords } from "../kit/text";
import type { Names } from "../session/names";
import type { Schemas } from "../session/watch";
import { dice, who, whoAll } from "./card";
import { chanceOfHits, percent } from "./odds";
import { tray, unrolled, vessel } from "./pieces";
import type { About, Form } from "./underway";

/** The lowest face that is a hit (rule `test.hits`). */
const HIT = 5;

export const afterverse: Record<string, Form> = {
  situation: { title: "Situation", show: situation, isWide: true },
  tests: {
    title: "Tests",
    show: (open: Schemas["TestView"][], { names }) =>
      open.length
        ? el(
            "div",
            { class: "stages" },
            open.map((one) => test(one, names)),
          )
        : null,
    isWide: true,
  },
  questions: {
    title: "Questions to the GM",
    show: (all: Schemas["QuestionView"][], { names }) =>
      listed(all.map(({ question }) => [who(names, question.character), ": ", words(question.text)])),
  },
  statements: { title: "Statements", show: statements },
  banks: { title: "Banks of hits", show: banks, isWide: true },
  retcons: { title: "The past, changed", show: retcons },
  done: { title: "The last test", show: done, isWide: true },
  sessions: {
    title: "Session",
    show: (number: number) => (number > 1 ? el("p", {}, `This is session ${number} of this table.`) : null),
  },
  combat: {
    title: "Combat",
    show: (is: boolean, { play }) => (is && !play.situation ? el("p", {}, "There is combat.") : null),
  },
};

/** A test: the number of needed hits, and a lane for each participant. */
function test(own: Schemas["TestView"], names: Names) {
  const results = new Map(own.results.map((one) => [one.character, one]));
  const needed =
    own.needed === null ? (own.threshold ? "The GM knows how many hits it needs." : null) : `${hitsOf(own.needed)} needed${likely(own)}.`;
  const form = own.form === "alone" ? null : `${capital(inWords(own.form))}.`;
  return el(
    "section",
    { class: "stage on" },
    el("blockquote", {}, words(own.about)),
    el("p", { class: "faint" }, [needed, form, own.ties ? "Ties are possible." : null].filter(Boolean).join(" ")),
    el("ul", { class: "lanes", "aria-label": "Participants" }, ...own.actors.map((one) => lane(one, results.get(one.character), names))),
    facts({
      "Hits go into": who(names, own.into),
      Attacked: whoAll(names, own.attacked),
      Counts: own.rolls && `the ${own.rolls} rolls`,
      Chutzpah: listed(own.used.map(({ character, use }) => [who(names, character), `: ${inWords(use)}`])),
      Glitches: listed(own.glitches.map((one) => glitch(one, names))),
    }),
  );
}

/** A participant of a test: the pool, the dice, and their result. */
function lane(own: Schemas["TestView"]["actors"][number], result: Schemas["ResultView"] | undefined, names: Names) {
  const role = own.role === "main" ? null : own.role;
  const risk = own.risk ? `risk ${own.risk}` : null;
  const about = [role, `${own.named}: ${own.pool} dice`, risk].filter(Boolean).join(", ");
  return el(
    "li",
    {},
    el("span", { class: "who" }, who(names, own.character), " ", el("small", {}, about)),
    rolled(own),
    result ? el("span", { class: "came" }, ...outcome(result)) : null,
  );
}

function rolled({ dice: values, sealed, pool }: Schemas["TestView"]["actors"][number]) {
  if (sealed) return el("span", { class: "count" }, "lies face down");
  if (!values) return unrolled(pool, `about ${hitsOf(Math.round(pool / 3))}`);
  if (!values.length) return el("span", { class: "count" }, "no dice rolled");
  return tray(
    values.map((value) => ({ value, faces: 6, isLit: value >= HIT })),
    "a hit",
  );
}

/**
 * The probability of the needed hits before a roll, in words: for one participant, or for all dice of a team. Empty if it cannot be
 * computed.
 */
function likely({ form, needed, actors }: Schemas["TestView"]) {
  const rolling = actors.filter(({ role }) => role === "main" || role === "member");
  const isOne = form === "teamwork" || (form === "alone" && actors.length === 1);
  if (!isOne || needed === null || actors.some(({ dice, sealed }) => dice || sealed)) return "";
  const many = rolling.reduce((all, { pool }) => all + pool, 0);
  return `: ${percent(chanceOfHits(many, needed))} likely with ${many} dice`;
}

const hitsOf = (many: number) => `${many} ${many === 1 ? "hit" : "hits"}`;

/** The headline above the cards. */
export function headline({ tests, situation, combat }: any) {
  if (tests.length) return `A test: ${tests.map(({ about }: Schemas["TestView"]) => about).join(" · ")}`;
  if (!situation) return "Between situations";
  return combat ? "Combat" : "The situation";
}

function outcome({ hits, counts, outcome: came, critical, told, borne_out }: Schemas["ResultView"]): Child[] {
  const worth = counts !== null && counts !== hits ? `, counts for ${counts}` : "";
  const rest = [
    came === "none" ? null : came,
    critical === "no" ? null : `critical ${critical}`,
    told && `told: ${told}`,
    borne_out === null ? null : borne_out ? "as the GM said" : "not as the GM said",
  ].filter(Boolean);
  return [el("strong", {}, hits === null ? "face down" : hitsOf(hits)), worth, ...rest.flatMap((one) => [", ", one])];
}

/** The parts of a glitch that the seat may see. */
function glitch({ characters, risk, dice: values, notes, glitched, whose }: Schemas["GlitchView"], names: Names) {
  const shows = values.length ? dice(values) : notes.length ? "face down" : "no dice";
  const came = glitched === null ? "not open yet whether it glitches" : glitched ? "a glitch" : "none";
  return [...whoAll(names, characters), `, risk ${risk}: `, shows, `, ${came}`, whose ? [" of ", names.tag(whose)] : null].flat();
}

function situation(own: Schemas["SituationView"] | null, { names }: About) {
  if (!own) return null;
  const looked = Object.entries(own.looked).map(([character, times]) => [who(names, character), `: ${times}`]);
  return el("div", {}, el("blockquote", {}, words(own.text)), facts({ "Awareness tests": listed(looked) }));
}

function statements(all: Schemas["StatementView"][], { names }: About) {
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

/** The maximum of a bank in words, if it is not a number. */
const CAPS: Record<string, string> = { none: ", as many as come", first_pool: "; its first test sets how many it takes" };

/** Banks as vessels of hits, each with the tests under way whose hits go into it. */
function banks(all: Schemas["BankView"][], { names, play }: About) {
  if (!all.length) return null;
  const each = all.map(({ id, name, character, hits, cap }) => {
    const coming = play.tests.filter(({ into }: Schemas["TestView"]) => into === id);
    const said = [CAPS[cap] ?? "", ...coming.flatMap(({ about }: Schemas["TestView"]) => [". Coming: ", words(about)])];
    const called = [el("strong", {}, words(name)), " of ", who(names, character)];
    const isBound = typeof cap === "number";
    return el(
      "li",
      {},
      vessel(hits, isBound ? cap : null, hits === 1 && !isBound ? "hit" : "hits", { called, colour: names.colour(character), said }),
    );
  });
  return el("ul", { class: "vessels", "aria-label": "Banks of hits" }, ...each);
}

function retcons(all: Schemas["Retcon"][], { names }: About) {
  return listed(
    all.map(({ character, was, now }) => [who(names, character), ": ", el("del", {}, words(was)), " ", el("ins", {}, words(now))]),
  );
}

/** The newest tests with their results: the last one is visible, earlier ones are folded. */
function done(all: Schemas["TestView"][], { names }: About) {
  const [last, ...earlier] = [...all].reverse().map((one) => () => test(one, names));
  if (!last) return null;
  const fold = () =>
    el(
      "details",
      { "data-key": "done" },
      el("summary", {}, `${earlier.length} before`),
      el("div", { class: "stages" }, ...earlier.map((one) => one())),
    );
  return el("div", {}, last(), earlier.length ? fold() : null);
}
