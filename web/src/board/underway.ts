// The cards of the board: one for each member of the game's state, and those that every game has.

import type { Child } from "../kit/dom";
import { el, words } from "../kit/dom";
import { spoken } from "../kit/text";
import type { Names } from "../session/names";
import { namesAt } from "../session/names";
import { panel } from "../session/panel";
import type { Schemas, Watch } from "../session/watch";
import { afterverse, headline as afterverseNow } from "./afterverse";
import { anything } from "./anything";
import { card, isEqual } from "./card";
import { edgerunner } from "./edgerunner";
import { proposals, tableCards } from "./every-game";
import { venus, headline as venusNow } from "./venus";
import { verge } from "./verge";

/** The context of a card. `play` is the state of the game. */
export type About = { names: Names; watch: Watch; play: any };

/**
 * How a member of a game's state is shown: the title of its card, and a function for its content, which returns null if there is nothing
 * to show. A card with `isWide` is as wide as the board.
 */
export type Form = { title: string; show: (value: any, about: About) => Child; isWide?: boolean };

/** The forms of members, by game. Members without a form are shown as they are. */
const FORMS: Record<string, Record<string, Form>> = { verge, edgerunner, venus, afterverse };
/** The headline above the cards, in games without a picture. */
const HEADLINES: Record<string, (play: any, names: Names) => string> = { venus: venusNow, afterverse: afterverseNow };
/** The name that every game has for its step after the end. */
const OVER = "over";
/** The forms of members that every game has. */
const SHARED: Record<string, Form> = { proposals: { title: "Proposals", show: proposals } };
/** Members that the top of the page or another part of the board shows. */
const ELSEWHERE = new Set(["step", "phase", "sheets"]);

export function underway(place: HTMLElement, watch: Watch) {
  /** The keys of the parts that somebody has unfolded. They stay unfolded when another version is shown. */
  const opened: Set<string> = new Set();
  place.addEventListener(
    "toggle",
    (event) => {
      const { open, dataset } = event.target as HTMLDetailsElement;
      if (dataset.key) opened[open ? "add" : "delete"](dataset.key);
    },
    true,
  );

  panel(place, watch, async ({ version }, signal) => {
    const { before } = watch;
    const [now, earlier, names]: [Schemas["StateView"], Schemas["StateView"] | null, Names] = await Promise.all([
      watch.api.read("/state", { at: version }, signal),
      before === null ? null : watch.api.read("/state", { at: before }, signal),
      namesAt(watch, version),
    ]);
    if (signal.aborted) return;
    const about = { names, watch, play: now.play };
    const cards = [...playCards(now, earlier, about), ...tableCards(now.table, earlier?.table ?? null, about)];
    place.replaceChildren(el("h2", { class: "headline" }, words(headline(now, names))), el("div", { class: "cards" }, ...cards));
    for (const fold of place.querySelectorAll("details")) fold.open = opened.has(fold.dataset.key ?? "");
  });
}

/** The headline above the cards. */
function headline({ play, table }: Schemas["StateView"], names: Names) {
  if ("step" in play && play.step === OVER) return "The game is over";
  return HEADLINES[table.ruleset]?.(play, names) ?? "Under way";
}

/** The members of a state that have something to show, those with a form first. */
function playCards(now: Schemas["StateView"], before: Schemas["StateView"] | null, about: About) {
  const play = now.play as unknown as Record<string, unknown>;
  const was = (before?.play ?? null) as unknown as Record<string, unknown> | null;
  const forms: Record<string, Form> = { ...FORMS[now.table.ruleset], ...SHARED };
  const members = new Set([...Object.keys(forms), ...Object.keys(play)].filter((name) => name in play && !ELSEWHERE.has(name)));
  return [...members].flatMap((name) => {
    const form: Form = forms[name] ?? { title: spoken(name), show: (value: unknown) => anything(about.names, value) };
    const shown = form.show(play[name], about);
    return shown ? [card(form.title, shown, was !== null && !isEqual(play[name], was[name]), form.isWide)] : [];
  });
}
