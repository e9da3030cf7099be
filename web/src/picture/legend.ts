// The legend: the meaning of the signs in a network, with the colour of each seat.

import { el, words } from "../kit/dom";
import { listed } from "../kit/list";
import { colourOf } from "../session/names";
import type { Watch } from "../session/watch";
import { pips } from "./pips";

export function legend({ session }: Watch) {
  const seats = session.seats.map(({ id, name }) => el("span", { class: `name ${colourOf(id)}` }, words(name)));
  const sign = (mark: string, meaning: string) => el("li", {}, pips(mark), ` ${meaning}`);
  return el(
    "details",
    { class: "signs" },
    el("summary", {}, "Meaning of the signs"),
    el(
      "ul",
      {},
      sign("!", "A ratification: 1 more power."),
      sign("X", "A strike: 1 less power. Three strikes eliminate the element."),
      sign("?", "A weakening: 1 less power."),
      el("li", {}, "The number after a name is its power."),
      el(
        "li",
        {},
        "The line below a name has the colour of the seat that wrote it. The element's title names the seat.",
        listed(seats, "inline"),
      ),
    ),
  );
}
