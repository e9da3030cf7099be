// How the session stands: its step, who looks at it, whom play waits for, and whether that is oneself.

import { byId, el, words } from "../kit/dom.js";
import { spoken } from "../kit/text.js";
import * as address from "../session/address.js";
import { asked } from "../session/awaited.js";
import { panel } from "../session/panel.js";
import { forgetSent } from "../session/unanswered.js";
import { door } from "./door.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas} Schemas */

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
export function standing(place, watch) {
  const line = el("span");
  place.append(line, " · ", who(watch));
  panel(line, watch, async ({ version }, signal) => {
    /** @type {Schemas["SessionView"]} */
    const session = await watch.api.read("", { at: version }, signal);
    line.replaceChildren(words(said(session, watch)));
  });
  turns(place, watch);
}

/**
 * @param {Schemas["SessionView"]} session
 * @param {Watch} watch
 */
function said({ step, phase, paused, awaited }, watch) {
  const at = [spoken(step), phase === null ? "" : `phase ${phase}`, paused ? "paused" : ""].filter(Boolean).join(", ");
  const seats = [...new Set(awaited.flatMap(({ seats }) => seats))].map((seat) => watch.nameOf(seat));
  return seats.length ? `${at} · play waits for ${seats.join(", ")}` : at;
}

/**
 * Tell whoever sits here when it is their turn: in words as it comes, and in the window's title.
 * @param {HTMLElement} place
 * @param {Watch} watch
 */
function turns(place, watch) {
  const live = el("span", { role: "status", class: "turn" });
  place.append(" ", live);
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
  const tell = (/** @type {Schemas["SessionView"]} */ session) => {
    // Seats are set, taken and renamed while the page is open.
    watch.session = session;
    const waits = session.awaited.filter(({ seats }) => watch.seat !== null && seats.includes(watch.seat));
    const sentence = asked(waits);
    if (live.textContent !== sentence) live.textContent = sentence;
    document.title = sentence ? `● Your turn – ${session.title}` : session.title;
  };
  tell(watch.session);
  watch.addEventListener("grown", look);
}

/**
 * As whom one looks, and how to be somebody else, or nobody.
 * @param {Watch} watch
 */
function who(watch) {
  const { your_seats: own } = watch.session;
  const forget = () => {
    address.keepToken(null);
    forgetSent(watch.session.session);
    location.reload();
  };
  const leave = el("button", { type: "button", onclick: forget }, "Sign out");
  const enter = () => door(byId("door"), null);
  if (!watch.api.token) return el("span", {}, "You look on. ", el("button", { type: "button", onclick: enter }, "I have a seat here"));
  if (own.length < 2)
    return el("span", {}, own[0] ? el("span", {}, "You are ", words(watch.nameOf(own[0])), ". ") : "You look on. ", leave);
  const seats = own.map((seat) => el("option", { value: seat, selected: seat === watch.seat }, watch.nameOf(seat)));
  const turn = (/** @type {Event} */ event) => {
    address.keepSeat(/** @type {HTMLSelectElement} */ (event.target).value);
    location.reload();
  };
  return el(
    "span",
    { class: "who" },
    el("label", { for: "as" }, "You are"),
    el("select", { id: "as", onchange: turn }, ...seats),
    " ",
    leave,
  );
}
