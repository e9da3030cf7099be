// Cards, in which whatever lies on the board is shown; and the names, answers and dice that stand in them.

import { el } from "../kit/dom.js";
import { facts } from "../kit/terms.js";

/** @typedef {import("../kit/dom.js").Child} Child */
/** @typedef {import("../session/names.js").Names} Names */

/**
 * A part of the board with its title.
 * @param {string} title
 * @param {Child} content
 * @param {boolean} isChanged at this step
 * @param {boolean} [isWide] whether it is as wide as the board
 */
export function card(title, content, isChanged, isWide = false) {
  const note = isChanged ? el("span", { class: "news" }, " changed at this step") : null;
  return el(
    "section",
    { class: ["card", isChanged && "altered", isWide && "wide"].filter(Boolean).join(" ") },
    el("h3", {}, title, note),
    content,
  );
}

/**
 * Whoever or whatever has this id.
 * @param {Names} names
 * @param {string | null | undefined} id
 */
export function who(names, id) {
  return id ? names.tag(id) : null;
}

/**
 * Several of them in a row.
 * @param {Names} names
 * @param {readonly string[]} ids
 * @returns {Child[]}
 */
export const whoAll = (names, ids) => ids.flatMap((id, n) => [n ? ", " : null, who(names, id)]);

/**
 * Who has been asked, and who has still to answer.
 * @param {Names} names
 * @param {readonly string[]} asked
 * @param {readonly string[]} waiting
 */
export function answers(names, asked, waiting) {
  const given = asked.filter((seat) => !waiting.includes(seat));
  return facts({ "Said yes": given.length ? whoAll(names, given) : null, "Waits for": whoAll(names, waiting) });
}

/**
 * A die or several, as they fell.
 * @param {readonly number[]} values
 */
export const dice = (values) =>
  el("span", { class: "faces" }, ...values.flatMap((value, n) => [n ? " " : null, el("span", { class: "face" }, value)]));

/**
 * @param {unknown} one
 * @param {unknown} other
 */
export const isEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);
