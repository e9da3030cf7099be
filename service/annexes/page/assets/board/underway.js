// What is under way at a version: each member of the game's state as a card, and what the table has open.

import { el, words } from "../kit/dom.js";
import { spoken } from "../kit/text.js";
import { namesAt } from "../session/names.js";
import { panel } from "../session/panel.js";
import { afterverse, headline as afterverseNow } from "./afterverse.js";
import { anything } from "./anything.js";
import { card, isEqual } from "./card.js";
import { edgerunner } from "./edgerunner.js";
import { proposals, tableCards } from "./every-game.js";
import { venus, headline as venusNow } from "./venus.js";
import { verge } from "./verge.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("../kit/dom.js").Child} Child */

/**
 * What a card is shown with.
 * @typedef {{names: import("../session/names.js").Names, watch: Watch, play: any}} About
 */

/**
 * How a member of a game's state is shown: its title, and its card's content; nothing where there is nothing to show. Where no picture is
 * drawn, what play turns on is as wide as the board.
 * @typedef {{title: string, show: (value: any, about: About) => Child, isWide?: boolean}} Form
 */

/** Where members have a form of their own; whatever else a state holds is shown as it is. @type {Record<string, Record<string, Form>>} */
const FORMS = { verge, edgerunner, venus, afterverse };
/** What a moment is about, in games without a picture. @type {Record<string, (play: any, names: import("../session/names.js").Names) => string>} */
const HEADLINES = { venus: venusNow, afterverse: afterverseNow };
/** The step of every game that is over. */
const OVER = "over";
/** What every game has. @type {Record<string, Form>} */
const SHARED = { proposals: { title: "Proposals", show: proposals } };
/** What is told by the heading, or has a panel of its own. */
const ELSEWHERE = new Set(["step", "phase", "sheets"]);

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function underway(place, watch) {
  /** Cards that somebody has opened stay open from one version to the next. @type {Set<string>} */
  const opened = new Set();
  place.addEventListener(
    "toggle",
    (event) => {
      const { open, dataset } = /** @type {HTMLDetailsElement} */ (event.target);
      if (dataset.key) opened[open ? "add" : "delete"](dataset.key);
    },
    true,
  );

  panel(place, watch, async ({ version }, signal) => {
    const { before } = watch;
    /** @type {[Schemas["StateView"], Schemas["StateView"] | null, import("../session/names.js").Names]} */
    const [now, earlier, names] = await Promise.all([
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

/**
 * What the moment is about.
 * @param {Schemas["StateView"]} now
 * @param {import("../session/names.js").Names} names
 */
function headline({ play, table }, names) {
  if ("step" in play && play.step === OVER) return "The game is over";
  return HEADLINES[table.ruleset]?.(play, names) ?? "Under way";
}

/**
 * The members of a state that have something to show, those with a form first.
 * @param {Schemas["StateView"]} now
 * @param {Schemas["StateView"] | null} before
 * @param {About} about
 */
function playCards(now, before, about) {
  const play = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (now.play));
  const was = /** @type {Record<string, unknown> | null} */ (/** @type {unknown} */ (before?.play ?? null));
  /** @type {Record<string, Form>} */
  const forms = { ...FORMS[now.table.ruleset], ...SHARED };
  const members = new Set([...Object.keys(forms), ...Object.keys(play)].filter((name) => name in play && !ELSEWHERE.has(name)));
  return [...members].flatMap((name) => {
    /** @type {Form} */
    const form = forms[name] ?? { title: spoken(name), show: (/** @type {unknown} */ value) => anything(about.names, value) };
    const shown = form.show(play[name], about);
    return shown ? [card(form.title, shown, was !== null && !isEqual(play[name], was[name]), form.isWide)] : [];
  });
}
