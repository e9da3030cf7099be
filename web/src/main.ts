// The start of the page: find the reader and the session, and put the panels in their places.
import "./main.css";
import { acting } from "./acting/acting";
import { board } from "./board/board";
import { scene } from "./board/scene";
import { byId, el } from "./kit/dom";
import { tabs } from "./kit/tabs";
import { question } from "./play/question";
import type { Invited } from "./seats/door";
import { standing } from "./seats/standing";
import { elsewhere, ended, line, renewing } from "./seats/weather";
import * as address from "./session/address";
import { Api, Problem } from "./session/api";
import type { Schemas } from "./session/watch";
import { Watch } from "./session/watch";
import { ahead } from "./time/ahead";
import { story } from "./time/story";
import { time } from "./time/time";

/** A function that mounts a panel in its place. */
type Mount = (place: HTMLElement, watch: Watch) => void;

/** The panels at the side of the board, in their order. A panel is loaded when it is first seen. */
const PANELS: { id: string; title: string; load: () => Mount | Promise<Mount>; isFor?: (watch: Watch) => boolean }[] = [
  { id: "story", title: "Story", load: () => story },
  { id: "play", title: "Play", load: async () => (await import("./later")).play, isFor: (watch) => watch.seat !== null },
  { id: "step", title: "This step", load: async () => (await import("./later")).step },
  { id: "banks", title: "Banks", load: async () => (await import("./later")).banks },
  { id: "disputes", title: "Disputes", load: async () => (await import("./later")).refused },
  { id: "table", title: "Table", load: async () => (await import("./later")).people },
];

async function begin() {
  const token = address.takeSecret("token");
  if (token) address.keepToken(token);
  const invited = address.takeInvitation();
  const api = new Api(address.session(), address.token());
  try {
    if (!api.session) return (await import("./later")).lobby(byId("door"));
    if (invited) return await ask(null, invited);
    const session = await api.read("");
    await open(api, session);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await ask(error);
  }
}

/** Show the door, which asks visitors for their token or claim code. */
async function ask(problem: Problem | null, invited?: Invited) {
  const { door } = await import("./later");
  door(byId("door"), problem, invited ?? null);
}

async function open(api: Api, session: Schemas["SessionView"]) {
  if (session.your_seats.length > 1) api.seat = session.your_seats.find((seat) => seat === address.seat()) ?? session.your_seats[0] ?? null;
  else api.knows("", { at: session.version }, session);
  const ruleset = await api.get(`/v1/rulesets/${session.ruleset}`);
  const watch = new Watch(api, session, ruleset, address.version());
  addEventListener("popstate", () => watch.go(address.version()));
  byId("title").textContent = document.title = session.title;
  const table = byId("table");
  table.hidden = false;
  ahead(watch);
  // The table stays invisible until the first panels are filled. The scene above the board would move it down.
  table.classList.add("unknown");
  scene(byId("scene"), watch);
  Promise.all(watch.pending).then(() => table.classList.remove("unknown"));
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
  const list = byId("side").firstElementChild as HTMLElement;
  const seen = views(list, there);
  tabs(list, places, address.panel(), (panel) => {
    address.show({ panel });
    seen(panel);
  });
  const tried = watch.seat && address.trial();
  if (tried) (await import("./later")).trial(watch, tried);
  follow(watch);
}

/** Fill a panel, and first load its code if needed. */
async function fill(place: HTMLElement, load: () => Mount | Promise<Mount>, watch: Watch) {
  place.setAttribute("aria-busy", "true");
  const mount = await loaded(load);
  place.removeAttribute("aria-busy");
  const button = (name: string, onclick: () => void) => el("button", { type: "button", onclick }, name);
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

/** The loaded code; null if no answer came, or if the server has a newer release that no longer has this file. */
async function loaded<T>(load: () => T | Promise<T>) {
  try {
    return await load();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * Fill the row at the bottom of a small screen, which switches between the board and the panels.
 * @param list the tab list of the panels
 * @returns a function to call with the id of the panel that was opened
 */
function views(list: HTMLElement, panels: { id: string }[]): (panel: string) => void {
  const table = byId("table");
  const named = [
    ["board", "Board"],
    ["play", "My turn"],
    ["story", "Story"],
    ["me", "Me"],
  ] as const;
  const there = named.filter(([id]) => id !== "play" || panels.some((panel) => panel.id === "play"));
  const show = (view: string) => {
    table.dataset.view = view;
    for (const button of buttons) button.setAttribute("aria-current", String(button.dataset.view === view));
  };
  const choose = (view: string) => {
    if (view !== "board") list.dispatchEvent(new CustomEvent("open", { detail: view === "me" ? "table" : view }));
    show(view);
  };
  const buttons = there.map(([id, title]) => el("button", { type: "button", "data-view": id, onclick: () => choose(id) }, title));
  byId("views").append(...buttons);
  const seen = (panel: string) => show(panel === "play" || panel === "story" ? panel : "me");
  const first = address.panel();
  show("board");
  if (first !== null && panels.some(({ id }) => id === first)) seen(first);
  return seen;
}

/** Follow the log. Show a notice if the connection is lost, the token ends, or the session is gone. */
async function follow(watch: Watch) {
  let isLost = false;
  const told = (isConnected: boolean) => {
    if (isConnected !== isLost) return;
    isLost = !isConnected;
    line(watch, isConnected);
  };
  elsewhere(watch);
  watch.api.shutOut = (problem) => ended(watch, problem);
  renewing(watch);
  const [heard, seen] = [watch.grow.bind(watch), watch.meet.bind(watch)];
  ended(watch, await watch.following.follow(watch.head - 1, { heard, seen, told }));
}

begin();
