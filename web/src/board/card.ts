// Cards, the parts of the board below the picture; and the names, answers and dice in them.

import type { Child } from "../kit/dom";
import { el } from "../kit/dom";
import { facts } from "../kit/terms";
import type { Names } from "../session/names";

/**
 * A card: a part of the board with its title.
 * @param isChanged whether this step changed its content
 * @param isWide whether the card is as wide as the board
 */
export function card(title: string, content: Child, isChanged: boolean, isWide: boolean = false) {
  const note = isChanged ? el("span", { class: "news" }, " changed at this step") : null;
  return el(
    "section",
    { class: ["card", isChanged && "altered", isWide && "wide"].filter(Boolean).join(" ") },
    el("h3", {}, title, note),
    content,
  );
}

/** The name of the person or thing with an id. */
export function who(names: Names, id: string | null | undefined) {
  return id ? names.tag(id) : null;
}

/** The names of several ids in a row, with commas. */
export const whoAll = (names: Names, ids: readonly string[]): Child[] => ids.flatMap((id, n) => [n ? ", " : null, who(names, id)]);

/** The seats that have said yes, and the seats that still have to answer. */
export function answers(names: Names, asked: readonly string[], waiting: readonly string[]) {
  const given = asked.filter((seat) => !waiting.includes(seat));
  return facts({ "Said yes": given.length ? whoAll(names, given) : null, "Waits for": whoAll(names, waiting) });
}

/** The values of rolled dice in a row. */
export const dice = (values: readonly number[]) =>
  el("span", { class: "faces" }, ...values.flatMap((value, n) => [n ? " " : null, el("span", { class: "face" }, value)]));

export const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
