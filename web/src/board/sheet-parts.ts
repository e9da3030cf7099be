// The sheets of each game, divided into parts with entries. All games share the code that shows and compares these.

import { el } from "../kit/dom";
import { capital, inWords, spoken } from "../kit/text";
import type { Names } from "../session/names";
import type { Schemas } from "../session/watch";
import { heap } from "./pieces";
import type { Around, Entry, Part } from "./sheets";

export const forms: Record<string, (sheet: any, names: Names, around: Around) => Part[]> = { edgerunner, venus, afterverse, any };

function edgerunner(sheet: Schemas["EdgerunnerSheetView"], names: Names, { play }: Around) {
  const aspects: Schemas["AspectView"][] = play.aspects.filter(({ on }: Schemas["AspectView"]) => on === sheet.character);
  const notes = ({ source, free_invokes, boxes, marked }: Schemas["AspectView"]) =>
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

/** A track with its boxes. Marked boxes are crossed. */
function track({ name, threshold, marked }: Schemas["TrackView"]): Entry {
  const boxes = Array.from({ length: threshold }, (_, n) => el("span", { class: marked.includes(n + 1) ? "box marked" : "box" }, n + 1));
  const says = threshold ? `${marked.length ? `box ${marked.join(", ")} marked` : "no box marked"} of ${threshold}` : "takes nothing";
  return { name, says, drawn: el("span", { class: "boxes", "aria-hidden": "true" }, ...boxes) };
}

function venus({ seat, sheet }: Schemas["VenusSheetView"], _: Names, { banks }: Around) {
  const held = banks.accounts.find(({ account }) => account === `seat:${seat}`)?.tokens ?? {};
  const bar = ({ abilities, level, exp, qualifications, qualified }: Schemas["Job"]) =>
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

function afterverse({ sheet, chutzpah, awareness, initiative, stun }: Schemas["CharacterView"]) {
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

/** A sheet of a game that this page does not know: its members as they are. */
function any({ name: _, seat: __, character: ___, id: ____, ...members }: Record<string, unknown>) {
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

function told(item: unknown): Entry {
  if (typeof item !== "object" || item === null) return entry(plain(item), "");
  const { name, text, ...rest } = item as Record<string, unknown>;
  return entry(
    plain(name ?? text),
    Object.entries(rest)
      .map(([key, value]) => `${inWords(key)} ${plain(value)}`)
      .join(", "),
  );
}

const plain: (value: unknown) => string = (value) =>
  Array.isArray(value)
    ? value.map(plain).join(", ")
    : typeof value === "object" && value !== null
      ? JSON.stringify(value)
      : String(value ?? "");

const part = (title: string, entries: Entry[]): Part => ({ title, entries });

const entry = (name: string, says: string | number): Entry => ({ name, says: String(says) });

/** The maximum number of points that are drawn as pieces. A larger number is only written. */
const PIECES = 10;

/** A number of points, written and drawn as pieces. */
const points = (name: string, amount: number): Entry => ({
  ...entry(name, amount),
  ...(amount > 0 && amount <= PIECES && { drawn: heap(amount) }),
});
