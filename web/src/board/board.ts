// The board at the shown version: the picture, the cards, the sheets, and the sealed notes with the source of the dice.

import { el } from "../kit/dom";
import type { Pictured } from "../picture/picture";
import { picture } from "../picture/picture";
import type { Watch } from "../session/watch";
import { notes } from "./notes";
import { sheets } from "./sheets";
import { underway } from "./underway";

/** @returns the picture; null if the game has none */
export function board(place: HTMLElement, watch: Watch): Pictured | null {
  const { reads } = watch.ruleset;
  const part = () => place.appendChild(el("section"));
  const pictured = reads.includes("network") || reads.includes("map") ? picture(part(), watch) : null;
  const both = pictured ? place : place.appendChild(el("div", { class: "abreast" }));
  const beside = () => both.appendChild(el("section"));
  underway(beside(), watch);
  if (reads.includes("sheets")) sheets(beside(), watch);
  // Few people look at this part, so it is requested only when somebody opens it.
  const inside = el("section", { hidden: true });
  const open = () => {
    inside.hidden = !fold.open;
    inside.dispatchEvent(new Event("shown"));
  };
  const fold = el("details", { class: "notes", ontoggle: open }, el("summary", {}, el("h2", {}, "Sealed notes and dice")), inside);
  place.append(fold);
  notes(inside, watch);
  place.classList.add("coming");
  Promise.all(watch.pending).then(() => place.classList.remove("coming"));
  return pictured;
}
