// How the session stands: its step and scene, who is here and whom play waits for, and whether that is oneself.

import { byId, el, sign, words } from "../kit/dom";
import { opener } from "../play/opener";
import * as address from "../session/address";
import { asked, awaitedOf, turnsOf } from "../session/awaited";
import { BASE } from "../session/base";
import { openPanel } from "../session/links";
import { colourOf } from "../session/names";
import { panel } from "../session/panel";
import { forgetSent } from "../session/unanswered";
import type { Schemas, Watch } from "../session/watch";
import { where } from "../session/where";
import { calling } from "./calling";
import { attending, seenAs } from "./presence";
import { closed } from "./weather";

/** An arrow that leaves a tray. */
const PASS = "M8 10V2M5 5l3-3 3 3M3 8v6h10V8";

/** What the top of the page says of the version that is shown. */
export function standing(watch: Watch) {
  const line = byId("standing");
  const seats = byId("seats");
  let sit = () => {};
  panel(line, watch, async ({ version, isHead }, signal) => {
    const [session, state]: [Schemas["SessionView"], Schemas["StateView"]] = await Promise.all([
      watch.api.read("", { at: version }, signal),
      watch.api.read("/state", { at: version }, signal),
    ]);
    line.replaceChildren(...heading(session, state));
    if (isHead) closed(watch, state.table);
    const due = new Set(turnsOf(session.awaited).flatMap((wait) => wait.seats));
    sit = () => seats.replaceChildren(...session.seats.map((seat) => sitting(seat, due.has(seat.id), watch)));
    sit();
  });
  watch.addEventListener("met", () => sit());
  const call = calling(watch.api, watch.session.title);
  who(byId("who"), watch, watch.seat === null ? null : { ...call, seen: attending(watch) });
  turns(byId("turn"), watch, call.tell);
}

/** The step, and the scene that is under way. */
function heading({ ruleset, step, phase, paused }: Schemas["SessionView"], { play }: Schemas["StateView"]) {
  const at = where(ruleset, { step, phase, isPaused: paused });
  const { scene } = play as unknown as { scene?: { place?: string; name?: string; is_under_way?: boolean } | null };
  const called = scene && scene.is_under_way !== false ? (scene.place ?? scene.name) : undefined;
  return [el("span", {}, at), ...(called ? [" · ", el("span", { class: "scene" }, words(called))] : [])];
}

/** Somebody at the table: whether anybody sits there, whether it is oneself, and whether it is their turn. */
function sitting({ id, name, taken }: Schemas["SeatView"], isDue: boolean, watch: Watch) {
  const said = [id === watch.seat && "you", !taken && "free"].filter(Boolean).join(", ");
  const due = isDue && [el("span", { "aria-hidden": "true" }, "…"), el("span", { class: "unseen" }, ", play waits for this seat")];
  const classes = ["name", colourOf(id), taken ? "" : "free", isDue ? "due" : ""].filter(Boolean).join(" ");
  const line = el("li", { class: classes }, words(name), said && el("small", {}, ` (${said})`));
  const seen = taken ? seenAs(line, id, watch) : "";
  line.title = [name + (seen && ` – ${seen}`), isDue && "play waits for this seat"].filter(Boolean).join(", ");
  line.append(...(seen ? [el("span", { class: "unseen" }, `, ${seen}`)] : []), ...(due || []));
  return line;
}

/** Tell whoever sits here when it is their turn: in words as it comes, in the window's title, and with a way to take it. */
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
    // Seats are set, taken and renamed while the page is open.
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
 * As whom one looks, and how to be somebody else, or nobody.
 * @param own the choices of who has a seat
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
  const passed = el("div", { id: "share", popover: "auto", role: "dialog", "aria-label": "Pass it on" });
  passed.addEventListener("toggle", async (event) => {
    if ((event as ToggleEvent).newState === "open") (await import("../later")).share(passed, watch);
  });
  const pass = el(
    "button",
    { type: "button", class: "plain", popovertarget: "share", "aria-label": "Pass it on", title: "Pass it on" },
    sign(PASS),
  );
  const open = el("button", { type: "button", class: "plain", popovertarget: "menu", "aria-label": "Menu", title: "Menu" }, "⋯");
  const enter = async () => (await import("../later")).door(byId("door"), null);
  const seat = !watch.api.token && el("button", { type: "button", onclick: enter }, "I have a seat here");
  place.append(...[seat, own && opener(watch), own?.bell, own?.more, pass, passed, open, menu].filter((one) => !!one));
}
