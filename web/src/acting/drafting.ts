// Drafting: the changes of an unfinished move, in a slip or in a form, are drawn on the picture.

import { padded } from "../fields/shape";
import type { Schemas, Watch } from "../session/watch";

/** A move as far as it is filled in, and its option. */
type Drafted = { option: Schemas["Option"]; move: Record<string, unknown> } | null;

/** The pause, in milliseconds, until an unfinished text is drawn. */
const PAUSE = 250;

/** @param watch fires `drafting` whenever the filled-in values change */
export function drafting(watch: Watch, draw: (move: Record<string, unknown> | null) => void) {
  let waits = 0;
  let wanted: Record<string, unknown> | null = null;
  let drawn = "null";
  const show = () => {
    drawn = JSON.stringify(wanted);
    draw(wanted);
  };
  const want = (move: Record<string, unknown> | null) => {
    wanted = move;
    clearTimeout(waits);
    if (JSON.stringify(move) === drawn) return;
    if (move) waits = setTimeout(show, PAUSE);
    else show();
  };
  watch.addEventListener("drafting", (event) => {
    const drafted: Drafted = (event as CustomEvent).detail;
    want(drafted && padded(drafted.option, drafted.move));
  });
  // A move that was made is no draft any more. Its event can come before the answer to the request.
  watch.addEventListener("grown", () => {
    const event = watch.latest?.event;
    if (event?.seat === watch.seat && event?.move.move === wanted?.move) want(null);
  });
}
