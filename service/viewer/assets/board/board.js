// The board: what lies on the table in this game, at the moment that is shown.

import { el } from "../kit/dom.js";
import { picture } from "../picture/picture.js";
import { notes } from "./notes.js";
import { sheets } from "./sheets.js";
import { underway } from "./underway.js";

/** @typedef {import("../session/watch.js").Watch} Watch */

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function board(place, watch) {
  const { reads } = watch.ruleset;
  const mounts = [
    ...(reads.includes("network") || reads.includes("map") ? [picture] : []),
    underway,
    ...(reads.includes("sheets") ? [sheets] : []),
  ];
  for (const mount of mounts) {
    const part = el("section");
    place.append(part);
    mount(part, watch);
  }
  // Few look there: it is asked for when somebody does.
  const inside = el("section", { hidden: true });
  const open = () => {
    inside.hidden = !fold.open;
    inside.dispatchEvent(new Event("shown"));
  };
  const fold = el("details", { class: "notes", ontoggle: open }, el("summary", {}, el("h2", {}, "Sealed notes and dice")), inside);
  place.append(fold);
  notes(inside, watch);
}
