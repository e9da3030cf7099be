// The picture: the network or the map as the server draws it, with tools and a list of its elements.

import { el, sign } from "../kit/dom";
import { panel } from "../session/panel";
import type { Moment, Watch } from "../session/watch";
import { downloads } from "./download";
import { Gestures } from "./gestures";
import { glide } from "./glide";
import { Kept } from "./kept";
import { elements } from "./list";
import { pinning } from "./pinning";
import { Reach } from "./reach";
import { renewal } from "./renew";
import { Sight } from "./sight";
import { ghosts, Since } from "./since";

/** The element that the reader has chosen. Fires `chosen` when the choice changes. */
export class Choice extends EventTarget {
  id: string | null = null;

  choose(id: string | null) {
    this.id = id;
    this.dispatchEvent(new Event("chosen"));
  }
}

/**
 * The interface for other modules. `canvas` fires `drawn` after each new drawing, and `press` when somebody presses a part of it by pointer
 * or key. If a listener prevents `press`, the press does not choose the element.
 */
export type Pictured = {
  canvas: HTMLElement;
  choice: Choice;
  focus: (id: string | null) => void;
  draft: (move: Record<string, unknown> | null) => Promise<void>;
};

export function picture(place: HTMLElement, watch: Watch): Pictured {
  const isNetwork = watch.ruleset.reads.includes("network");
  const choice = new Choice();
  const sight = new Sight(place, choice);
  const { canvas, zoom } = sight;
  const gestures = new Gestures(zoom);
  const kept = new Kept(watch);
  const again = () => {
    draw(watch.moment, new AbortController().signal).catch((error) => problem.replaceChildren(String(error)));
  };
  kept.addEventListener("moved", again);
  const since = new Since(watch);
  since.addEventListener("picked", again);
  sight.place.append(since.legend, kept.said);
  pinning(sight.place, canvas, kept, sight.names);
  const list = elements(watch, choice);
  const find = sight.finder(list.all, (id) => reach.focus(id));
  const tools = el("div", { class: "tools" }, zoom.buttons(), find, sight.button, kept.button, larger(place), downloads(watch, isNetwork));
  place.classList.add("pictured");
  place.append(el("h2", {}, isNetwork ? "Network" : "Map"), el("div", { class: "whole" }, tools, sight.place), list.place);
  const press = (part: Element, by: MouseEvent | KeyboardEvent) => {
    const id = idOf(part);
    const isTaken = id !== null && !canvas.dispatchEvent(new CustomEvent("press", { detail: { id, by }, cancelable: true }));
    if (!isTaken) choice.choose(id);
  };
  canvas.addEventListener("click", (event) => {
    if (!gestures.isDragged && event.target instanceof Element) press(event.target, event);
  });
  const reach = new Reach(canvas, press);
  const problem = el("div");
  sight.place.after(problem);
  let asked = 0;
  /** The unfinished move whose changes are drawn, too. */
  let drafted: Record<string, unknown> | null = null;
  const draw = async ({ version }: Moment, signal: AbortSignal) => {
    const mine = ++asked;
    const changed = since.differences(version, signal);
    // If a newer drawing replaces this one, nothing awaits this promise. Its error must not be reported as unhandled.
    changed.catch(() => {});
    const drawn = (at: number) =>
      watch.api.picture(isNetwork ? "/network.svg" : "/map.svg", { at, laid_out: watch.head, ...kept.query }, signal);
    const withDraft = watch.api.address("/moves/picture", kept.query);
    const isDrafted = drafted !== null && watch.moment.isHead;
    const fresh = await (isDrafted ? watch.api.drawn(withDraft, signal, drafted) : drawn(version));
    if (mine !== asked) return;
    kept.heard(fresh as SVGSVGElement);
    const isEmpty = fresh.querySelector("[data-id], [data-ghost]") === null;
    problem.replaceChildren(
      ...(isEmpty ? [el("p", { class: "faint" }, isNetwork ? "Nothing is written yet." : "There is no map yet.")] : []),
    );
    const drawing = zoom.drawing ?? (document.importNode(fresh, false) as SVGSVGElement);
    const { parts, renew } = renewal(drawing, fresh);
    reach.keep(() => {
      glide(parts, renew);
      reach.prepare(drawing);
      zoom.hold(drawing);
    });
    // The canvas takes the proportions of a map, because the cards follow directly below it.
    if (!isNetwork) canvas.style.setProperty("--form", String(zoom.whole.height / zoom.whole.width));
    canvas.dispatchEvent(new Event("drawn"));
    const found = await changed;
    const before = since.before(version) ?? version - 1;
    const gone = found.gone.size > 0 && before > 0 ? ghosts(await drawn(before), found.gone) : null;
    if (mine === asked) sight.drawn(found, gone);
    since.tell(found);
  };
  panel(problem, watch, draw);
  const draft = async (move: Record<string, unknown> | null) => {
    drafted = move;
    const before = asked;
    // If the same task also draws a new version, that drawing already contains the draft.
    await null;
    if (asked !== before) return;
    draw(watch.moment, new AbortController().signal).catch(() => {});
  };
  return { canvas, choice, focus: (id) => reach.focus(id), draft };
}

/** The id of the element that a part of the picture belongs to. */
export const idOf = (part: Element) => part.closest("[data-id]")?.getAttribute("data-id") ?? null;

/** The button that shows the picture on the full screen, or in the whole window if the browser does not allow full screen. */
function larger(place: HTMLElement) {
  const toggle = async () => {
    if (document.fullscreenElement) return document.exitFullscreen();
    if (document.fullscreenEnabled) return place.requestFullscreen();
    return void place.classList.toggle("large");
  };
  const word = el("span", { class: "word" }, "Full screen");
  place.addEventListener("fullscreenchange", () => (word.textContent = document.fullscreenElement ? "Leave full screen" : "Full screen"));
  return el("button", { type: "button", title: "Full screen", onclick: toggle }, sign("M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4"), word);
}
