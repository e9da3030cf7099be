// Where the page begins: finds out whom it shows what, and puts the panels in their places.
import { acting } from "./acting/acting.js";
import { board } from "./board/board.js";
import { byId, el } from "./kit/dom.js";
import { tabs } from "./kit/tabs.js";
import { question } from "./play/question.js";
import { standing } from "./seats/standing.js";
import { elsewhere, ended, line, renewing } from "./seats/weather.js";
import * as address from "./session/address.js";
import { Api, Problem } from "./session/api.js";
import { Watch } from "./session/watch.js";
import { ahead } from "./time/ahead.js";
import { story } from "./time/story.js";
import { time } from "./time/time.js";

/**
 * What mounts a panel in a place of its own.
 * @typedef {(place: HTMLElement, watch: Watch) => void} Mount
 */

/**
 * The panels beside the board, in their order: what is not seen at first is loaded when it is.
 * @type {{id: string, title: string, load: () => Mount | Promise<Mount>, isFor?: (watch: Watch) => boolean}[]}
 */
const PANELS = [
  { id: "story", title: "Story", load: () => story },
  { id: "play", title: "Play", load: async () => (await import("./play/play.js")).play, isFor: (watch) => watch.seat !== null },
  { id: "step", title: "This step", load: async () => (await import("./why/step.js")).step },
  { id: "banks", title: "Banks", load: async () => (await import("./banks/banks.js")).banks },
  { id: "disputes", title: "Disputes", load: async () => (await import("./why/refused.js")).refused },
  { id: "table", title: "Table", load: async () => (await import("./seats/people.js")).people },
];

async function begin() {
  const token = address.takeSecret("token");
  if (token) address.keepToken(token);
  const invited = address.takeInvitation();
  const api = new Api(address.session(), address.token());
  try {
    if (!api.session) return (await import("./seats/lobby.js")).lobby(byId("door"));
    if (invited) return await ask(null, invited);
    const session = await api.read("");
    await open(api, session);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await ask(error);
  }
}

/**
 * Ask who is there.
 * @param {Problem | null} problem
 * @param {import("./seats/door.js").Invited} [invited]
 */
async function ask(problem, invited) {
  const { door } = await import("./seats/door.js");
  door(byId("door"), problem, invited ?? null);
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
  ahead(watch);
  const pictured = board(byId("board"), watch);
  if (pictured) acting(pictured, watch);
  question(byId("question"), watch);
  time(byId("time"), watch);
  standing(watch);
  const there = PANELS.filter(({ isFor }) => isFor?.(watch) ?? true);
  const places = there.map(({ id, title, load }) => {
    const place = el("section");
    place.addEventListener("shown", () => fill(place, load, watch), { once: true });
    return { id, title, place };
  });
  const list = /** @type {HTMLElement} */ (byId("side").firstElementChild);
  const seen = views(list, there);
  tabs(list, places, address.panel(), (panel) => {
    address.show({ panel });
    seen(panel);
  });
  const tried = watch.seat && address.trial();
  if (tried) (await import("./seats/trial.js")).trial(watch, tried);
  follow(watch);
}

/**
 * Fill a panel with what may have to be loaded first.
 * @param {HTMLElement} place
 * @param {() => Mount | Promise<Mount>} load
 * @param {Watch} watch
 */
async function fill(place, load, watch) {
  place.setAttribute("aria-busy", "true");
  const mount = await loaded(load);
  place.removeAttribute("aria-busy");
  const button = (/** @type {string} */ name, /** @type {() => void} */ onclick) => el("button", { type: "button", onclick }, name);
  place.replaceChildren();
  if (mount) return mount(place, watch);
  place.append(
    el("p", { role: "alert" }, "This part of the page could not be loaded."),
    el(
      "p",
      { class: "actions" },
      button("Try again", () => fill(place, load, watch)),
      button("Load the page again", () => location.reload()),
    ),
  );
}

/**
 * What could be loaded; nothing where no answer came, or where the server has another release by now.
 * @template T
 * @param {() => T | Promise<T>} load
 */
async function loaded(load) {
  try {
    return await load();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
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
    if (view !== "board") list.dispatchEvent(new CustomEvent("open", { detail: view === "me" ? "table" : view }));
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

/**
 * Follow the log, and say what becomes of the line, the token and the session.
 * @param {Watch} watch
 */
async function follow(watch) {
  let isLost = false;
  const told = (/** @type {boolean} */ isConnected) => {
    if (isConnected !== isLost) return;
    isLost = !isConnected;
    line(watch, isConnected);
  };
  elsewhere(watch);
  renewing(watch);
  const [heard, seen] = [watch.grow.bind(watch), watch.meet.bind(watch)];
  ended(watch, await watch.following.follow(watch.head - 1, { heard, seen, told }));
}

begin();
