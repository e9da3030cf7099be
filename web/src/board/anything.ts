// Showing any value: the parts of a state that this page has no special form for, such as those of other games.

import type { Child } from "../kit/dom";
import { el, words } from "../kit/dom";
import { listed } from "../kit/list";
import { table } from "../kit/table";
import { facts, isNothing } from "../kit/terms";
import { inWords, spoken } from "../kit/text";
import type { Names } from "../session/names";

/** Members that hold texts of people. Such a text is never read as an id. */
const WRITTEN = new Set([
  "text",
  "label",
  "name",
  "narration",
  "overview",
  "statement",
  "reason",
  "complication",
  "camera",
  "place",
  "condition",
  "story",
  "about",
  "was",
  "now",
  "stakes",
  "agenda",
]);
const SIGN = /^[a-z]+(_[a-z]+)+$/;

/**
 * Show any value: names for ids, lists for lists, facts for objects, and nothing for an empty value.
 * @param key the name of the member that has this value
 */
export function anything(names: Names, value: unknown, key: string = ""): Child {
  if (value === null || value === undefined || value === "" || value === false) return null;
  if (value === true) return "yes";
  if (typeof value === "string") return text(names, value, key);
  if (Array.isArray(value)) return several(names, value, key);
  if (typeof value !== "object") return String(value);
  const members = Object.entries(value).filter(([name]) => name !== "id");
  const shown: [Child, Child][] = members.map(([name, own]) => [
    names.knows(name) ? names.tag(name) : spoken(name),
    anything(names, own, name),
  ]);
  return shown.every(([, child]) => isNothing(child)) ? null : facts(shown);
}

function text(names: Names, value: string, key: string) {
  if (!WRITTEN.has(key) && names.knows(value)) return names.tag(value);
  return SIGN.test(value) ? inWords(value) : words(value);
}

function several(names: Names, values: unknown[], key: string) {
  if (!values.length) return null;
  if (values.every((value) => value === null || typeof value !== "object")) {
    return el("span", {}, ...values.flatMap((value, n) => [n ? ", " : null, anything(names, value, key)]));
  }
  const rows = values as Record<string, unknown>[];
  if (rows.some((row) => row === null || Object.values(row).some(isDeep)))
    return listed(
      values.map((value) => anything(names, value, key)),
      "cards",
    );
  const heads = [...new Set(rows.flatMap(Object.keys))].filter((head) => head !== "id");
  return table(
    "",
    heads.map(inWords),
    rows.map((row) => () => heads.map((head) => anything(names, row[head], head))),
  );
}

const isDeep = (value: unknown) => (Array.isArray(value) ? value.some(isDeep) : typeof value === "object" && value !== null);
