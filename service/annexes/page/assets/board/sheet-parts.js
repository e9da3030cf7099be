// Sheets of each game as parts with entries, which are shown and compared alike.

import { el } from "../kit/dom.js";
import { capital, inWords, spoken } from "../kit/text.js";
import { heap } from "./pieces.js";

/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("../session/names.js").Names} Names */
/** @typedef {import("./sheets.js").Around} Around */
/** @typedef {import("./sheets.js").Part} Part */
/** @typedef {import("./sheets.js").Entry} Entry */

/** @type {Record<string, (sheet: any, names: Names, around: Around) => Part[]>} */
export const forms = { edgerunner, venus, afterverse, any };

/**
 * @param {Schemas["EdgerunnerSheetView"]} sheet
 * @param {Names} names
 * @param {Around} around
 */
function edgerunner(sheet, names, { play }) {
  /** @type {Schemas["AspectView"][]} */
  const aspects = play.aspects.filter((/** @type {Schemas["AspectView"]} */ { on }) => on === sheet.character);
  const notes = (/** @type {Schemas["AspectView"]} */ { source, free_invokes, boxes, marked }) =>
    [
      source === "sheet" ? "" : inWords(source),
      free_invokes ? `${free_invokes} free` : "",
      boxes ? `${marked.length} of ${boxes} boxes` : "",
    ]
      .filter(Boolean)
      .join(", ");
  const stands = sheet.there ? `${sheet.zone ? names.of(sheet.zone) : "no zone"}, side ${sheet.side}` : "not in a conflict";
  return [
    part("How it fares", [
      entry("Kind", sheet.kind),
      entry("Stands", sheet.is_out ? `${stands}, out` : stands),
      points("Fate points", sheet.fate),
      points("Spin", sheet.spin),
    ]),
    part("Stress", sheet.tracks.map(track)),
    part(
      "Consequences",
      sheet.consequences.map((severity) => entry(capital(severity), "")),
    ),
    part(
      "Aspects",
      aspects.map((one) => entry(one.name, notes(one))),
    ),
    part(
      "Skills",
      sheet.skills.map(({ name, rating, reach }) => entry(name, `${rating}${reach ? `, reaches ${reach}` : ""}`)),
    ),
  ];
}

/**
 * A track with its boxes: those that are marked are crossed.
 * @param {Schemas["TrackView"]} track
 * @returns {Entry}
 */
function track({ name, threshold, marked }) {
  const boxes = Array.from({ length: threshold }, (_, n) => el("span", { class: marked.includes(n + 1) ? "box marked" : "box" }, n + 1));
  const says = threshold ? `${marked.length ? `box ${marked.join(", ")} marked` : "no box marked"} of ${threshold}` : "takes nothing";
  return { name, says, drawn: el("span", { class: "boxes", "aria-hidden": "true" }, ...boxes) };
}

/**
 * @param {Schemas["VenusSheetView"]} view
 * @param {Names} _
 * @param {Around} around
 */
function venus({ seat, sheet }, _, { banks }) {
  const held = banks.accounts.find(({ account }) => account === `seat:${seat}`)?.tokens ?? {};
  const bar = (/** @type {Schemas["Job"]} */ { abilities, level, exp, qualifications, qualified }) =>
    [
      `level ${level}`,
      `exp ${exp}`,
      abilities.join(" + "),
      qualifications ? `${qualified ? "qualified" : "not qualified"}: ${qualifications}` : "",
    ]
      .filter(Boolean)
      .join(", ");
  return [
    part(
      "Holds",
      Object.entries(held).map(([kind, amount]) => points(capital(kind), amount)),
    ),
    part(
      "Abilities",
      sheet.abilities.map(({ name, caliber, score }) => entry(name, `${caliber}, score ${score}`)),
    ),
    part(
      "Jobs",
      (sheet.jobs ?? []).map((job) => entry(job.name, bar(job))),
    ),
    part(
      "Attributes",
      (sheet.attributes ?? []).map(({ kind, text, special }) => entry(text, special ? `${kind}; special: ${special}` : kind)),
    ),
  ];
}

/** @param {Schemas["CharacterView"]} view */
function afterverse({ sheet, chutzpah, awareness, initiative, stun }) {
  const banks = Object.entries({ Chutzpah: chutzpah, Awareness: awareness, Initiative: initiative, Stun: stun });
  return [
    part(
      "Points",
      banks.map(([name, amount]) => points(name, amount)),
    ),
    part(
      "Attributes",
      sheet.attributes.map(({ name, rating }) => entry(name, rating)),
    ),
    part(
      "Skills",
      (sheet.skills ?? []).map(({ name, level }) => entry(name, level)),
    ),
    part(
      "Specializations",
      (sheet.specializations ?? []).map(({ name, skill, requisite, held }) =>
        entry(name, `${skill} ${requisite}${held ? "" : ", not held yet"}`),
      ),
    ),
    part(
      "Interests",
      (sheet.interests ?? []).map(({ name, level }) => entry(name, level)),
    ),
  ];
}

/**
 * A sheet of a game that this page knows nothing of: its members as they are.
 * @param {Record<string, unknown>} view
 */
function any({ name: _, seat: __, character: ___, id: ____, ...members }) {
  const own = typeof members.sheet === "object" && members.sheet !== null ? { ...members, ...members.sheet, sheet: undefined } : members;
  return Object.entries(own).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    const entries = Array.isArray(value)
      ? value.map(told)
      : typeof value === "object"
        ? Object.entries(value).map(([key, one]) => entry(key, plain(one)))
        : [entry("", plain(value))];
    return [part(spoken(name), entries)];
  });
}

/**
 * @param {unknown} item
 * @returns {Entry}
 */
function told(item) {
  if (typeof item !== "object" || item === null) return entry(plain(item), "");
  const { name, text, ...rest } = /** @type {Record<string, unknown>} */ (item);
  return entry(
    plain(name ?? text),
    Object.entries(rest)
      .map(([key, value]) => `${inWords(key)} ${plain(value)}`)
      .join(", "),
  );
}

/** @type {(value: unknown) => string} */
const plain = (value) =>
  Array.isArray(value)
    ? value.map(plain).join(", ")
    : typeof value === "object" && value !== null
      ? JSON.stringify(value)
      : String(value ?? "");

/**
 * @param {string} title
 * @param {Entry[]} entries
 * @returns {Part}
 */
const part = (title, entries) => ({ title, entries });

/**
 * @param {string} name
 * @param {string | number} says
 * @returns {Entry}
 */
const entry = (name, says) => ({ name, says: String(says) });

/** As many points lie there as pieces; of more, the number is told. */
const PIECES = 10;

/**
 * Points that somebody has, as pieces and as a number.
 * @param {string} name
 * @param {number} amount
 * @returns {Entry}
 */
const points = (name, amount) => ({ ...entry(name, amount), ...(amount > 0 && amount <= PIECES && { drawn: heap(amount) }) });
