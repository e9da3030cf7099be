// Who is here: what one's own seat is seen as, and how the others are shown.

import { el } from "../kit/dom";
import type { Watch } from "../session/watch";

/** Where it is kept that somebody does not want to be seen. */
const KEPT = "verger.unseen";
/** Milliseconds in which somebody who looks at nothing, or does nothing, is here still. */
const UNSEEN = 60_000;
const IDLE = 300_000;
/** What is somebody's doing. */
const DOING = ["pointermove", "pointerdown", "keydown", "wheel", "visibilitychange"];

/** Have one's seat seen as here or away, and the choice not to be. */
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

/** Whether somebody is in a seat, and in a word; nothing where that is not known. */
export function seenAs(seat: string, { present, bots }: Watch) {
  const how = present && (bots.includes(seat) ? "here" : (present[seat] ?? "none"));
  return how ? { how, said: SAID[how] } : null;
}
