// Presence: whether the players of the seats are here, away or not here.

import { el } from "../kit/dom";
import type { Watch } from "../session/watch";

/** The storage key of the choice not to show your presence. */
const KEPT = "verger.unseen";
/** After so many milliseconds with a hidden page (`UNSEEN`), or without any act (`IDLE`), a reader is away. */
const UNSEEN = 60_000;
const IDLE = 300_000;
/** The events that count as an act of the reader. */
const DOING = ["pointermove", "pointerdown", "keydown", "wheel", "visibilitychange"];

/** Report to the table whether you are here or away. Returns the check box that turns these reports off. */
export function attending(watch: Watch) {
  const box = el("input", { type: "checkbox", checked: localStorage.getItem(KEPT) === null });
  const { following } = watch;
  let waiting = 0;
  const look = () => {
    clearTimeout(waiting);
    if (!box.checked) return following.attend(null);
    if (!document.hidden) following.attend("here");
    waiting = setTimeout(() => following.attend("away"), document.hidden ? UNSEEN : IDLE);
  };
  box.addEventListener("change", () => {
    box.checked ? localStorage.removeItem(KEPT) : localStorage.setItem(KEPT, "yes");
    watch.meet(null);
    look();
  });
  for (const name of DOING) document.addEventListener(name, look, { passive: true });
  look();
  return el("label", { class: "pair" }, box, " Show the table that I am here");
}

const SAID = { here: "here", away: "away", none: "not here" };

/** The presence of a seat, and the word for it; null if it is not known. */
export function seenAs(seat: string, { present, bots }: Watch) {
  const how = present && (bots.includes(seat) ? "here" : (present[seat] ?? "none"));
  return how ? { how, said: SAID[how] } : null;
}
