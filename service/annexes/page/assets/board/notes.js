// Sealed notes: who sealed what for whose eyes, and the texts that may be read here; and where dice come from.

import { el, words } from "../kit/dom.js";
import { listed } from "../kit/list.js";
import { facts } from "../kit/terms.js";
import { versionLink } from "../session/links.js";
import { namesAt } from "../session/names.js";
import { panel } from "../session/panel.js";
import { dice, who, whoAll } from "./card.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("../session/names.js").Names} Names */

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function notes(place, watch) {
  let isOpen = false;
  panel(place, watch, async ({ version }, signal) => {
    /** @type {[Schemas["NotesView"], Schemas["DiceView"], Names]} */
    const [sealed, from, names] = await Promise.all([
      watch.api.read("/notes", { at: version }, signal),
      watch.api.read("/dice", { at: version }, signal),
      namesAt(watch, version),
    ]);
    if (signal.aborted) return;
    const told = sealed.notes.toReversed().map((one) => note(one, version, names, watch));
    const fold = el(
      "details",
      { open: isOpen, ontoggle: () => (isOpen = fold.open) },
      el("summary", {}, `${from.rolled} rolled, and what proves them`),
      proof(from, names, watch),
    );
    place.replaceChildren(
      ...(told.length ? [el("section", { class: "card" }, el("h2", {}, "Sealed notes"), listed(told, "cards") ?? "")] : []),
      el("section", { class: "card" }, el("h2", {}, "Dice"), fold),
    );
  });
}

/**
 * @param {Schemas["NoteView"]} own
 * @param {number} version
 * @param {Names} names
 * @param {Watch} watch
 */
function note(own, version, names, watch) {
  const isDice = own.roll !== null;
  const values = isDice && own.text !== null ? numbers(own.text) : null;
  const text =
    own.text === null
      ? el("em", {}, own.revealed ? "revealed, and redacted since" : "not for your eyes")
      : values
        ? dice(values)
        : words(own.text);
  return [
    el(
      "p",
      {},
      el("strong", {}, own.note),
      isDice ? `, dice from number ${own.roll}` : "",
      own.revealed ? ", revealed: " : ", sealed: ",
      text,
      own.version === version ? el("strong", { class: "news" }, " new at this step") : null,
    ),
    facts({
      By: who(names, own.by),
      "For the eyes of": own.eyes.length ? whoAll(names, own.eyes) : "nobody else",
      Sealed: versionLink(watch, own.version),
    }),
  ];
}

/**
 * The values of dice, which a note holds as JSON.
 * @param {string} text
 * @returns {number[] | null}
 */
function numbers(text) {
  try {
    const found = JSON.parse(text);
    return Array.isArray(found) ? found.map(Number) : null;
  } catch {
    return null;
  }
}

/**
 * What the dice of a session come from, and what anybody can check them with.
 * @param {Schemas["DiceView"]} from
 * @param {Names} names
 * @param {Watch} watch
 */
function proof(from, names, watch) {
  const nonces = Object.entries(from.nonces).map(([seat, nonce]) => [who(names, seat), ": ", code(nonce)]);
  const epochs = from.epochs
    .toReversed()
    .map((one) => [
      `Dice ${one.first} to ${one.last}, committed to at `,
      versionLink(watch, one.since),
      ", revealed at ",
      versionLink(watch, one.until),
      facts({ Commitment: code(one.commitment), Seed: code(one.seed) }),
    ]);
  return el(
    "div",
    {},
    facts({
      "Committed to": [code(from.commitment), " at ", versionLink(watch, from.since)],
      "First die of it": from.first,
      "Rolled in all": from.rolled,
      "Nonces of the next roll": listed(nonces),
      "Face down": from.face_down.join(", "),
    }),
    epochs.length ? el("h3", {}, "Revealed") : null,
    listed(epochs, "cards"),
  );
}

/** @param {string} hex */
const code = (hex) => el("code", { class: "hex" }, hex);
