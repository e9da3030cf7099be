// The status at the top of the page: the step of the session, the seats, whether it is your turn, and the menus.

import { h, render } from "preact";
import { byId, el, sign } from "../kit/dom";
import { opener } from "../play/opener";
import * as address from "../session/address";
import { asked, awaitedOf, turnsOf } from "../session/awaited";
import { BASE } from "../session/base";
import { openPanel } from "../session/links";
import type { Names } from "../session/names";
import { namesAt } from "../session/names";
import { panel } from "../session/panel";
import { forgetSent } from "../session/unanswered";
import type { Schemas, Watch } from "../session/watch";
import { where } from "../session/where";
import { calling } from "./calling";
import { attending } from "./presence";
import { pursesOf, Seats } from "./seats";
import { closed } from "./weather";

/** The icon of the share button: an arrow that leaves a tray. */
const PASS = "M8 10V2M5 5l3-3 3 3M3 8v6h10V8";

/** Fill the top of the page for each shown version. */
export function standing(watch: Watch) {
  const line = byId("standing");
  const seats = byId("seats");
  let sit = () => {};
  panel(line, watch, async ({ version, isHead }, signal) => {
    const [session, state, banks, names]: [Schemas["SessionView"], Schemas["StateView"], Schemas["BanksView"], Names] = await Promise.all([
      watch.api.read("", { at: version }, signal),
      watch.api.read("/state", { at: version }, signal),
      watch.api.read("/banks", { at: version }, signal),
      namesAt(watch, version),
    ]);
    if (signal.aborted) return;
    const { ruleset, step, phase, paused } = session;
    line.textContent = where(ruleset, { step, phase, isPaused: paused });
    if (isHead) closed(watch, state.table);
    const due = new Set(turnsOf(session.awaited).flatMap((wait) => wait.seats));
    const purses = pursesOf(banks.accounts, names.seats);
    sit = () => render(h(Seats, { session, due, purses, watch }), seats);
    sit();
  });
  watch.addEventListener("met", () => sit());
  const call = calling(watch.api, watch.session.title);
  who(byId("who"), watch, watch.seat === null ? null : { ...call, seen: attending(watch) });
  turns(byId("turn"), watch, call.tell);
}

/** Show the player of this window that it is their turn: as a sentence with a button, and in the window's title. */
function turns(place: HTMLElement, watch: Watch, call: (sentence: string) => void) {
  const live = el("span", { role: "status" });
  const take = el("button", { type: "button", class: "main", onclick: () => answer(watch) }, "Answer");
  place.append(live, take);
  let isAsking = false;
  const look = async () => {
    if (isAsking) return;
    isAsking = true;
    for (let seen = 0; seen < watch.head; ) {
      seen = watch.head;
      const session = await watch.api.read("", { at: seen }).catch(() => null);
      if (session) tell(session);
    }
    isAsking = false;
  };
  const tell = (session: Schemas["SessionView"]) => {
    // Seats can be added, taken and renamed while the page is open.
    watch.session = session;
    const waits = awaitedOf(session.awaited, watch.seat);
    const sentence = asked(waits);
    place.hidden = !sentence;
    if (live.textContent !== sentence) live.textContent = sentence;
    call(sentence);
  };
  tell(watch.session);
  watch.addEventListener("grown", look);
}

function answer(watch: Watch) {
  watch.go(null);
  openPanel("play");
  byId("panel-play").focus();
}

/**
 * Show the seat of this window, with menus to change the seat, to sign out, and to share the table.
 * @param own the controls for a player with a seat; null for onlookers
 */
function who(
  place: HTMLElement,
  watch: Watch,
  own: { bell: HTMLElement; more: HTMLElement; end: () => Promise<void>; seen: HTMLElement } | null,
) {
  const { your_seats: mine } = watch.session;
  const forget = async () => {
    await own?.end();
    address.keepToken(null);
    forgetSent(watch.session.session);
    location.reload();
  };
  const leave = el("button", { type: "button", onclick: forget }, "Sign out");
  const turn = (event: Event) => {
    address.keepSeat((event.target as HTMLSelectElement).value);
    location.reload();
  };
  const seats = mine.map((seat) => watch.named(el("option", { value: seat, selected: seat === watch.seat }), seat));
  const several = mine.length > 1 && [el("label", { for: "as" }, "You are"), el("select", { id: "as", onchange: turn }, ...seats)];
  const alone = mine[0] ? el("p", {}, "You are ", watch.named(el("span"), mine[0]), ".") : el("p", {}, "You look on.");
  const menu = el(
    "div",
    { id: "menu", popover: "auto" },
    ...(several || [alone]),
    own?.seen,
    watch.api.token && leave,
    el("a", { href: `${BASE}/docs` }, "Documents"),
  );
  const passed = el("div", { id: "share", popover: "auto", role: "dialog", "aria-label": "Share the table" });
  passed.addEventListener("toggle", async (event) => {
    if ((event as ToggleEvent).newState === "open") (await import("../later")).share(passed, watch);
  });
  const pass = el(
    "button",
    { type: "button", class: "plain", popovertarget: "share", "aria-label": "Share the table", title: "Share the table" },
    sign(PASS),
  );
  const open = el("button", { type: "button", class: "plain", popovertarget: "menu", "aria-label": "Menu", title: "Menu" }, "⋯");
  const enter = async () => (await import("../later")).door(byId("door"), null);
  const seat = !watch.api.token && el("button", { type: "button", onclick: enter }, "I have a seat here");
  place.append(...[seat, own && opener(watch), own?.bell, own?.more, pass, passed, open, menu].filter((one) => !!one));
}
