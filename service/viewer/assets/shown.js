// What boards are made of: facts, lists, names, dice, and the cards that they lie in.

import { el } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */
/** @typedef {import("./names.js").Names} Names */

/** Items of a list that are shown at once. */
const SHOWN = 30;

/**
 * Terms and what is said of them; those of which there is nothing to say are left out.
 * @param {Record<string, Child | Child[]> | [Child, Child | Child[]][]} said pairs where terms are names, which two may share
 */
export function facts(said) {
  const pairs = Array.isArray(said) ? said : Object.entries(said);
  const there = pairs.filter(([, child]) => !isNothing(child));
  return el("dl", { class: "terms" }, ...there.map(([term, child]) => el("div", {}, el("dt", {}, term), el("dd", {}, child))));
}

/**
 * A list; items may be functions that make them, where there may be many.
 * @param {(Child | Child[] | (() => Child[]))[]} items
 * @param {string} [kind]
 */
export function list(items, kind = "bare") {
  if (!items.length) return null;
  const made = items.map((item) => () => el("li", {}, typeof item === "function" ? item() : item));
  return bounded(el("ul", { class: kind }), made, SHOWN);
}

/**
 * Fill an element with as many parts as are wanted first, and put a button for more beside it.
 * @param {HTMLElement} parent
 * @param {(() => HTMLElement)[]} parts
 * @param {number} bound
 * @param {{beside?: HTMLElement, told?: (shown: number) => void}} [how] what the button goes beside; who is told how many are shown
 */
export function bounded(parent, parts, bound, { beside = parent, told } = {}) {
  const add = (/** @type {number} */ from, /** @type {number} */ to) => {
    const added = parts.slice(from, to).map((part) => part());
    parent.append(...added);
    return added[0];
  };
  let shown = Math.min(bound, parts.length);
  add(0, shown);
  if (shown === parts.length) return beside;
  const label = () => `${parts.length - shown} more`;
  const show = () => {
    const first = add(shown, (shown += bound * 4));
    told?.(shown);
    if (first) first.tabIndex = -1;
    first?.focus();
    if (shown < parts.length) button.textContent = label();
    else button.remove();
  };
  const button = el("button", { type: "button", onclick: show }, label());
  return el("div", {}, beside, button);
}

/**
 * A part of the board with its title.
 * @param {string} title
 * @param {Child} content
 * @param {boolean} isChanged at this step
 */
export function card(title, content, isChanged) {
  const note = isChanged ? el("span", { class: "news" }, " changed at this step") : null;
  return el("section", { class: isChanged ? "card altered" : "card" }, el("h3", {}, title, note), content);
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
export const dice = (values) => el("span", { class: "faces" }, ...values.flatMap((value, n) => [n ? " " : null, el("span", { class: "face" }, value)]));

/**
 * A sign of the API's as words: `one_by_one` is one by one.
 * @param {string} sign
 */
export const said = (sign) => sign.replaceAll("_", " ");

/** @param {number} amount */
export const signed = (amount) => (amount < 0 ? `−${-amount}` : `+${amount}`);

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {Child | Child[]} child */
export const isNothing = (child) => child === null || child === undefined || child === false || child === "" || (Array.isArray(child) && child.every((one) => one === null || one === false));

/**
 * @param {unknown} one
 * @param {unknown} other
 */
export const isEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);
