// The fields of any move, fact or effect, shown for people.

import { el, words } from "../kit/dom";
import { list } from "../kit/list";
import { inWords } from "../kit/text";
import { versionLink } from "./links";
import type { Names } from "./names";
import type { Watch } from "./watch";

/** Fields with texts of people. No value in them is an id, even if it looks like one. */
const PROSE = new Set(
  (
    "about agenda camera complication condition explanation grounds interest job named narration notice now overview " +
    "place question reason sentence solution stakes statement story title via was why"
  ).split(" "),
);
/** Facts with such a last word in their names hold texts, for example `seat_name`. */
const WRITTEN = /(?:^|_)(?:labels?|names?|subjects?|text|words)$/;
/** Fields that hold versions of the session. Fields whose names end with `_version` do, too. */
const VERSIONS = new Set(["version", "versions", "since", "until", "repeats", "without", "to"]);
const ACCOUNT = /^(seat|character|escrow|bribe):[a-z]\d+$/;
const STEP = /^([a-z]\d+)(: .*)$/;

/** The context of a text: the shown session, and the names at the version. */
export type Reading = { watch: Watch; names: Names };

/** A list of the fields of an object, each with its value. */
export function told(reading: Reading, fields: Record<string, unknown>): HTMLElement {
  const there = Object.entries(fields).filter(([, value]) => value !== null && !isEmpty(value));
  const rows = there.map(([name, value]) => el("div", {}, el("dt", {}, inWords(name)), el("dd", {}, shown(reading, name, value))));
  return el("dl", { class: "told" }, rows);
}

/** @param name the name of the field */
function shown(reading: Reading, name: string, value: unknown): Node | string {
  if (Array.isArray(value)) return several(reading, name, value);
  if (value !== null && typeof value === "object") return told(reading, value as Record<string, unknown>);
  return scalar(reading, name, value);
}

function several(reading: Reading, name: string, values: unknown[]) {
  if (values.some((value) => value !== null && typeof value === "object"))
    return list(values, (value) => el("li", {}, shown(reading, name, value)), { ordered: true });
  const joined = el("span");
  values.forEach((value, n) => joined.append(n ? ", " : "", scalar(reading, name, value)));
  return joined;
}

function scalar({ watch, names }: Reading, name: string, value: unknown): Node | string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && isVersion(name) && value > 0 && value <= watch.head) return versionLink(watch, value);
  if (typeof value === "string" && !isProse(name)) {
    if (names.knows(value) || ACCOUNT.test(value)) return names.tag(value);
    // Rulings write the steps of a path as `e10: 4`.
    const [, id = "", rest = ""] = STEP.exec(value) ?? [];
    if (names.knows(id)) return el("span", {}, names.tag(id), rest);
  }
  return words(value === null ? "nothing" : String(value));
}

const isProse = (name: string) => PROSE.has(name) || WRITTEN.test(name);

const isVersion = (name: string) => VERSIONS.has(name) || name.endsWith("_version");

const isEmpty = (value: unknown) => value === "" || (Array.isArray(value) && !value.length);

/** A value as JSON, folded away. */
export function raw(value: unknown, name: string = "As JSON") {
  return el("details", {}, el("summary", {}, name), el("pre", { tabindex: "0", dir: "auto" }, JSON.stringify(value, null, 2)));
}

/** A date and time, in the time zone of the reader. */
export function moment(at: string) {
  const shown = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" }).format(new Date(at));
  return el("time", { datetime: at }, shown);
}
