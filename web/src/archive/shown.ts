// An archive for readers: the recorded play, the checks that succeeded, the missing checks, and the story.

import type { Child } from "../kit/dom";
import { el, words } from "../kit/dom";
import { list } from "../kit/list";
import { facts } from "../kit/terms";
import { spoken } from "../kit/text";
import { said } from "../time/told";
import type { Archive } from "./check";
import type { Redaction, Sentence } from "./told";

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
/** The number of sentences that are shown at first. */
const SHOWN = 100;

/** A number with its noun, such as "1 event" or "2 events". */
const many = (count: number, one: string, more: string = `${one}s`) => `${count.toLocaleString()} ${count === 1 ? one : more}`;

const day = (at: string) => DAY.format(new Date(at));

/** The events before the first wrong one. */
const sound = ({ told: { story }, wrong }: Archive) => (wrong ? story.slice(0, Math.max(0, wrong.version - 1)) : story);

/** The result of the check, in one sentence. */
export function verdict({ wrong, version }: Archive) {
  if (wrong)
    return el("p", { class: "verdict bad" }, `This record is wrong from event ${wrong.version.toLocaleString()} on: ${wrong.message}.`);
  return el("p", { class: "verdict" }, `This record holds together: ${many(version, "event")}, each in its place.`);
}

/**
 * The recorded play.
 * @param games the titles of games by name
 */
export function played(archive: Archive, games: Map<string, string>) {
  const { header, told } = archive;
  const story = sound(archive);
  const [first, last] = [story.at(0), story.at(-1)];
  const when = first && last && [...new Set([day(first.at), day(last.at)])].join(" to ");
  const seats = [...told.seats].filter(([, { isGone, moves }]) => !isGone || moves > 0);
  return section("Recorded play", [
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

/** @param part the seat's part, such as "GM at first" */
const rest = (part: string, moves: number) => `, ${[part, many(moves, "move")].filter(Boolean).join(", ")}`;

/** The checks that succeeded. */
export function holds({ version, shown, redacted, dice, told: { redactions } }: Archive) {
  return section("Checked and correct", [
    points([
      `Every event is in its place: ${many(version, "event")}, each with a fingerprint (SHA-256) of its content and of the event before it. To change, leave out or add an event, somebody must have made all later fingerprints again.`,
      shown > 0 && `${many(shown, "sealed text")} that this file shows: equal to the sealed text, letter by letter.`,
      dice.proved > 0 &&
        `${many(dice.proved, "die", "dice")} of ${many(dice.thrown, "thrown", "thrown")}: as given by the seed that was committed to before the throw and was revealed later.`,
      redacted.length > 0 && `Parts of ${many(redacted.length, "event")} were redacted, and each redaction is recorded:`,
      ...(redacted.length > 0 ? redactions.map(takenOut) : []),
    ]),
  ]);
}

const takenOut = ({ at, by, reason, version, versions }: Redaction): Child[] => [
  `By `,
  by === null ? "the server's operator" : words(by),
  ` on ${day(at)} (event ${version}), out of ${versions.length === 1 ? "event" : "events"} ${versions.join(", ")}. The reason given: `,
  words(reason),
];

/** The questions that the check does not answer. */
export function unsaid({ dice }: Archive, isSigned: boolean) {
  const waiting = dice.thrown - dice.proved;
  return section("Not checked by this page", [
    points([
      ["Whether the rules allow these moves: ", el("code", {}, "verger verify"), " judges every move again."],
      waiting > 0 &&
        `Whether ${many(waiting, "die", "dice")} fell by chance: this file does not contain the secret seed that decides them.`,
      dice.reported > 0 && `Whether players typed in the true values of ${many(dice.reported, "die", "dice")} that they threw by hand.`,
      !isSigned && "Whether this is the whole record, and the only one: for that, somebody must have kept a signed checkpoint.",
    ]),
  ]);
}

/** The story, one sentence for each event: the first ones, and more on request. */
export function story(archive: Archive) {
  const all = sound(archive);
  const place = el("div");
  const from = (version: number) =>
    place.replaceChildren(list(all.slice(version - 1), sentence, { first: SHOWN, ordered: true, class: "told" }));
  from(1);
  const number = el("input", { type: "number", id: "from-event", min: 1, max: all.length, value: 1, required: true });
  const go = (event: Event) => {
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

const sentence = ({ version, at, by, sentence: text }: Sentence) =>
  el(
    "li",
    {},
    el("span", { class: "number" }, String(version)),
    el("div", {}, ...said({ by, sentence: text, words: [], sealed: [], is_undone: false })),
    el("time", { datetime: at }, MOMENT.format(new Date(at))),
  );

export const section = (title: string, children: Child[]) => el("section", { "aria-label": title }, el("h3", {}, title), children);

const points = (said: (Child | Child[])[]) =>
  el("ul", {}, ...said.filter((one) => one !== false && one !== null).map((one) => el("li", {}, ...[one].flat())));
