// A trial: a table to try. Its bots play in this window, and a guide shows a newcomer the first steps.

import { byId, el, sign } from "../kit/dom";
import * as address from "../session/address";
import { BASE } from "../session/base";
import { draft } from "../session/links";
import type { Watch } from "../session/watch";
import type { Hand } from "./bots";
import { bots } from "./bots";

/** A step of the guide: its sentence, the names of the moves that complete it, and a move that the page can fill in. */
export type Step = { says: string; done: string[]; draft?: Record<string, unknown> };

/** A trial: its bots, the steps of the guide, and the number of completed steps. */
type Trial = { bots: Hand[]; steps: Step[]; at: number };

/** Have the bots play, and guide the newcomer. */
export function trial(watch: Watch, found: Trial) {
  bots(watch, found.bots);
  const place = el("section", { id: "trial", "aria-label": "Your first moves" });
  byId("table").before(place);
  let { at } = found;
  const show = () => place.replaceChildren(...(at < found.steps.length ? guided(found.steps, at, watch) : over(place)));
  watch.addEventListener("grown", () => {
    const { latest } = watch;
    if (latest?.event.seat !== watch.seat) return;
    const now = found.steps.findIndex(({ done }, n) => n >= at && done.includes(latest?.type ?? ""));
    if (now < 0) return;
    at = now + 1;
    address.keepTrial({ ...found, at });
    show();
  });
  show();
}

function guided(steps: Step[], at: number, watch: Watch) {
  const { says, draft: move } = steps[at] as Step;
  const write = () => move && draft(watch, move);
  return [
    el("span", { class: "count" }, `${at + 1} of ${steps.length}`),
    el("p", { role: "status" }, says),
    move ? el("button", { type: "button", onclick: write }, "Write it for me") : "",
    el(
      "button",
      {
        type: "button",
        class: "plain",
        "aria-label": "End the guide",
        title: "End the guide",
        onclick: (event: Event) => closest(event).remove(),
      },
      sign("M4 4 12 12M12 4 4 12"),
    ),
  ];
}

const closest = (event: Event) => (event.target as HTMLElement).closest("section") as HTMLElement;

function over(place: HTMLElement) {
  const on = el("button", { type: "button", onclick: () => place.remove() }, "Play on");
  return [
    el("p", { role: "status" }, "Now you know how to play. Everything that you did can be undone, and disputed."),
    on,
    el("a", { href: `${BASE}/watch#start` }, "Start your own table"),
  ];
}
