// Sealed notes: the author, the readers, and the texts that this seat may read. Below them, the source of the dice.

import { el, words } from "../kit/dom";
import { listed } from "../kit/list";
import { facts } from "../kit/terms";
import { versionLink } from "../session/links";
import type { Names } from "../session/names";
import { namesAt } from "../session/names";
import { panel } from "../session/panel";
import type { Schemas, Watch } from "../session/watch";
import { dice, who, whoAll } from "./card";

export function notes(place: HTMLElement, watch: Watch) {
  let isOpen = false;
  panel(place, watch, async ({ version }, signal) => {
    const [sealed, from, names]: [Schemas["NotesView"], Schemas["DiceView"], Names] = await Promise.all([
      watch.api.read("/notes", { at: version }, signal),
      watch.api.read("/dice", { at: version }, signal),
      namesAt(watch, version),
    ]);
    if (signal.aborted) return;
    const told = sealed.notes.toReversed().map((one) => note(one, version, names, watch));
    const fold = el(
      "details",
      { open: isOpen, ontoggle: () => (isOpen = fold.open) },
      el("summary", {}, `${from.rolled} rolled, and their proof`),
      proof(from, names, watch),
    );
    place.replaceChildren(
      ...(told.length ? [el("section", { class: "card" }, el("h2", {}, "Sealed notes"), listed(told, "cards") ?? "")] : []),
      el("section", { class: "card" }, el("h2", {}, "Dice"), fold),
    );
  });
}

function note(own: Schemas["NoteView"], version: number, names: Names, watch: Watch) {
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

/** The values of dice in a note's text, which is JSON; null if the text is something else. */
function numbers(text: string): number[] | null {
  try {
    const found = JSON.parse(text);
    return Array.isArray(found) ? found.map(Number) : null;
  } catch {
    return null;
  }
}

/** The source of a session's dice, and the data that anybody can use to check them. */
function proof(from: Schemas["DiceView"], names: Names, watch: Watch) {
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

const code = (hex: string) => el("code", { class: "hex" }, hex);
