// Where the page begins: finds out whom it shows what, and puts the panels in their places.

import { banks } from "./banks/banks.js";
import { board } from "./board/board.js";
import { byId, el } from "./kit/dom.js";
import { tabs } from "./kit/tabs.js";
import { play } from "./play/play.js";
import { question } from "./play/question.js";
import { door } from "./seats/door.js";
import { people } from "./seats/people.js";
import { standing } from "./seats/standing.js";
import * as address from "./session/address.js";
import { Api, Problem } from "./session/api.js";
import { Watch } from "./session/watch.js";
import { story } from "./time/story.js";
import { time } from "./time/time.js";
import { refused } from "./why/refused.js";
import { step } from "./why/step.js";

/**
 * The panels beside the board, in their order: each mounts itself in a place of its own.
 * @type {{id: string, title: string, mount: (place: HTMLElement, watch: Watch) => void, isFor?: (watch: Watch) => boolean}[]}
 */
const PANELS = [
  { id: "story", title: "Story", mount: story },
  { id: "play", title: "Play", mount: play, isFor: (watch) => watch.seat !== null },
  { id: "step", title: "This step", mount: step },
  { id: "banks", title: "Banks", mount: banks },
  { id: "refused", title: "Disputes", mount: refused },
  { id: "people", title: "Table", mount: people },
];

async function begin() {
  const token = address.takeSecret("token");
  if (token) address.keepToken(token);
  const invited = address.hinted("for") ?? "";
  const claim = address.takeSecret("claim");
  const api = new Api(address.session(), address.token());
  try {
    if (!api.session || claim) return door(byId("door"), null, { claim, invited });
    const session = await api.read("");
    await open(api, session);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    door(byId("door"), error);
  }
}

/**
 * @param {Api} api
 * @param {import("./session/watch.js").Schemas["SessionView"]} session
 */
async function open(api, session) {
  if (session.your_seats.length > 1) api.seat = session.your_seats.find((seat) => seat === address.seat()) ?? session.your_seats[0] ?? null;
  else api.knows("", { at: session.version }, session);
  const ruleset = await api.get(`/v1/rulesets/${session.ruleset}`);
  const watch = new Watch(api, session, ruleset, address.version());
  addEventListener("popstate", () => watch.go(address.version()));
  byId("title").textContent = document.title = session.title;
  byId("table").hidden = false;
  board(byId("board"), watch);
  question(byId("question"), watch);
  time(byId("time"), watch);
  standing(watch);
  const there = PANELS.filter(({ isFor }) => isFor?.(watch) ?? true);
  const places = there.map(({ id, title, mount }) => ({ id, title, mount, place: el("section") }));
  const list = /** @type {HTMLElement} */ (byId("side").firstElementChild);
  const seen = views(list, there);
  tabs(list, places, address.panel(), (panel) => {
    address.show({ panel });
    seen(panel);
  });
  for (const { place, mount } of places) mount(place, watch);
  follow(watch);
}

/**
 * The row at the foot of a small screen, by which the board or one panel is seen.
 * @param {HTMLElement} list of tabs
 * @param {{id: string}[]} panels
 * @returns {(panel: string) => void} told which panel is open
 */
function views(list, panels) {
  const table = byId("table");
  const named = /** @type {const} */ ([
    ["board", "Board"],
    ["play", "My turn"],
    ["story", "Story"],
    ["me", "Me"],
  ]);
  const there = named.filter(([id]) => id !== "play" || panels.some((panel) => panel.id === "play"));
  const show = (/** @type {string} */ view) => {
    table.dataset.view = view;
    for (const button of buttons) button.setAttribute("aria-current", String(button.dataset.view === view));
  };
  const choose = (/** @type {string} */ view) => {
    if (view !== "board") list.dispatchEvent(new CustomEvent("open", { detail: view === "me" ? "people" : view }));
    show(view);
  };
  const buttons = there.map(([id, title]) => el("button", { type: "button", "data-view": id, onclick: () => choose(id) }, title));
  byId("views").append(...buttons);
  const seen = (/** @type {string} */ panel) => show(panel === "play" || panel === "story" ? panel : "me");
  const first = address.panel();
  show("board");
  if (first !== null && panels.some(({ id }) => id === first)) seen(first);
  return seen;
}

/** @param {Watch} watch */
async function follow(watch) {
  const told = (/** @type {boolean} */ isConnected) => {
    byId("notice").textContent = isConnected ? "" : "The connection is lost. The page tries again.";
  };
  const over = await watch.api.follow(watch.head, (event) => watch.grow(event), told, new AbortController().signal);
  byId("notice").textContent = over.message;
}

begin();
