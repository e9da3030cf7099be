// An archive as people read it: what was played, what holds, what the page cannot say, and the story.

import { el, words } from "../kit/dom.js";
import { list } from "../kit/list.js";
import { facts } from "../kit/terms.js";
import { spoken } from "../kit/text.js";
import { said } from "../time/told.js";

/** @typedef {import("./check.js").Archive} Archive */
/** @typedef {import("./told.js").Sentence} Sentence */
/** @typedef {import("../kit/dom.js").Child} Child */

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
/** Sentences that are shown at once. */
const SHOWN = 100;

/**
 * So many of something.
 * @param {number} count
 * @param {string} one
 * @param {string} [more]
 */
const many = (count, one, more = `${one}s`) => `${count.toLocaleString()} ${count === 1 ? one : more}`;

/** @param {string} at */
const day = (at) => DAY.format(new Date(at));

/**
 * Events up to the first that is wrong.
 * @param {Archive} archive
 */
const sound = ({ told: { story }, wrong }) => (wrong ? story.slice(0, Math.max(0, wrong.version - 1)) : story);

/**
 * What came of it, in one sentence.
 * @param {Archive} archive
 */
export function verdict({ wrong, version }) {
  if (wrong)
    return el("p", { class: "verdict bad" }, `This record is wrong from event ${wrong.version.toLocaleString()} on: ${wrong.message}.`);
  return el("p", { class: "verdict" }, `This record holds together: ${many(version, "event")}, each in its place.`);
}

/**
 * What was played.
 * @param {Archive} archive
 * @param {Map<string, string>} games their titles
 */
export function played(archive, games) {
  const { header, told } = archive;
  const story = sound(archive);
  const [first, last] = [story.at(0), story.at(-1)];
  const when = first && last && [...new Set([day(first.at), day(last.at)])].join(" to ");
  const seats = [...told.seats].filter(([, { isGone, moves }]) => !isGone || moves > 0);
  return section("What was played", [
    facts({
      Game: games.get(header.ruleset) ?? spoken(header.ruleset),
      When: when,
      Events: archive.wrong ? `${story.length.toLocaleString()} before the wrong one` : story.length.toLocaleString(),
      "At the table": list(seats, ([id, { name, kind, moves }]) => el("li", {}, words(name), rest(told.part(id, kind), moves)), {
        first: 30,
        class: "people",
      }),
    }),
  ]);
}

/**
 * @param {string} part of the seat
 * @param {number} moves
 */
const rest = (part, moves) => `, ${[part, many(moves, "move")].filter(Boolean).join(", ")}`;

/**
 * What was checked and holds.
 * @param {Archive} archive
 */
export function holds({ version, shown, redacted, dice, told: { redactions } }) {
  return section("What was checked, and holds", [
    points([
      `Every event is in its place: ${many(version, "event")}, each with a fingerprint (SHA-256) of itself and of the event before. Nobody can have changed, left out or added an event without making all later fingerprints again.`,
      shown > 0 && `${many(shown, "sealed text")} that this file shows: what was sealed then, letter by letter.`,
      dice.proved > 0 &&
        `${many(dice.proved, "die", "dice")} of ${many(dice.thrown, "thrown", "thrown")}: as the secret number gives them that was committed to before the throw and has been shown since.`,
      redacted.length > 0 && `What was taken out of ${many(redacted.length, "event")} was taken out openly:`,
      ...(redacted.length > 0 ? redactions.map(takenOut) : []),
    ]),
  ]);
}

/**
 * @param {import("./told.js").Redaction} redaction
 * @returns {Child[]}
 */
const takenOut = ({ at, by, reason, version, versions }) => [
  `By `,
  by === null ? "the server's operator" : words(by),
  ` on ${day(at)} (event ${version}), out of ${versions.length === 1 ? "event" : "events"} ${versions.join(", ")}. The reason given: `,
  words(reason),
];

/**
 * What the page cannot say.
 * @param {Archive} archive
 * @param {boolean} isSigned
 */
export function unsaid({ dice }, isSigned) {
  const waiting = dice.thrown - dice.proved;
  return section("What this page cannot say", [
    points([
      ["Whether the rules allow what was played: that is for ", el("code", {}, "verger verify"), ", which judges every move again."],
      waiting > 0 &&
        `Whether ${many(waiting, "die", "dice")} fell by chance: the secret number that they come from is not shown in this file.`,
      dice.reported > 0 && `How ${many(dice.reported, "die", "dice")} fell that players threw by hand and typed in.`,
      !isSigned && "Whether this is the whole record, and the only one: for that, somebody must have kept a signed checkpoint.",
    ]),
  ]);
}

/**
 * The story, a sentence an event: the first of them, and more where one asks.
 * @param {Archive} archive
 */
export function story(archive) {
  const all = sound(archive);
  const place = el("div");
  const from = (/** @type {number} */ version) =>
    place.replaceChildren(list(all.slice(version - 1), sentence, { first: SHOWN, ordered: true, class: "told" }));
  from(1);
  const number = el("input", { type: "number", id: "from-event", min: 1, max: all.length, value: 1, required: true });
  const go = (/** @type {Event} */ event) => {
    event.preventDefault();
    from(number.valueAsNumber);
  };
  const jump = el(
    "form",
    { class: "jump", onsubmit: go },
    el("label", { for: "from-event" }, "From event"),
    number,
    el("button", {}, "Go"),
  );
  const heading = archive.wrong ? "The story before it" : "The story";
  return all.length > 0 && section(heading, [all.length > SHOWN && jump, place]);
}

/** @param {Sentence} entry */
const sentence = ({ version, at, by, sentence: text }) =>
  el(
    "li",
    {},
    el("span", { class: "number" }, String(version)),
    el("div", {}, ...said({ by, sentence: text, words: [], sealed: [], is_undone: false })),
    el("time", { datetime: at }, MOMENT.format(new Date(at))),
  );

/**
 * @param {string} title
 * @param {Child[]} children
 */
export const section = (title, children) => el("section", { "aria-label": title }, el("h3", {}, title), children);

/** @param {(Child | Child[])[]} said */
const points = (said) => el("ul", {}, ...said.filter((one) => one !== false && one !== null).map((one) => el("li", {}, ...[one].flat())));
