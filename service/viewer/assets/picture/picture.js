// The picture: the network, or the map, as the server draws it; and each of its elements.

import { el, sign } from "../kit/dom.js";
import { singleKeys } from "../kit/single-keys.js";
import { panel } from "../session/panel.js";
import { changedAt } from "./changed.js";
import { downloads } from "./download.js";
import { Gestures } from "./gestures.js";
import { glide } from "./glide.js";
import { elements } from "./list.js";
import { Reach } from "./reach.js";
import { renewal } from "./renew.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("../session/watch.js").Watch} Watch */

/**
 * Which element somebody looks at; fires `chosen` when it is another.
 */
export class Choice extends EventTarget {
  /** @type {string | null} */
  id = null;

  /** @param {string | null} id */
  choose(id) {
    this.id = id;
    this.dispatchEvent(new Event("chosen"));
  }
}

/**
 * What else may be done with a picture is done by whoever gets this: on its place there is `drawn` whenever another drawing stands
 * there, and `press`, which can be prevented, where somebody presses a part of it, by pointer or key.
 * @typedef {{canvas: HTMLElement, choice: Choice, focus: (id: string | null) => void}} Pictured
 */

/**
 * @param {HTMLElement} place
 * @param {Watch} watch
 * @returns {Pictured}
 */
export function picture(place, watch) {
  const isNetwork = watch.ruleset.reads.includes("network");
  const choice = new Choice();
  const canvas = el("div", { class: "canvas" });
  const zoom = new Zoom(canvas);
  const gestures = new Gestures(zoom);
  /** The version at which whoever looks had it tidied. @type {number | null} */
  let tidied = null;
  const tidy = () => {
    tidied = watch.head;
    draw(watch.moment, new AbortController().signal).catch((error) => problem.replaceChildren(String(error)));
  };
  const fly = () => {
    zoom.fit("readable");
    zoom.see(canvas.querySelectorAll(".chosen"));
    reach.focus(choice.id);
  };
  const whole = el(
    "div",
    { class: "whole" },
    el(
      "div",
      { class: "tools" },
      zoom.buttons(),
      el("button", { type: "button", onclick: tidy }, "Tidy"),
      larger(place),
      downloads(watch, isNetwork),
    ),
    canvas,
  );
  place.classList.add("pictured");
  place.append(el("h2", {}, isNetwork ? "Network" : "Map"), whole, elements(watch, choice, fly));
  singleKeys(place, (key) => zoom.key(key));
  const press = (/** @type {Element} */ part, /** @type {MouseEvent | KeyboardEvent} */ by) => {
    const id = idOf(part);
    const isTaken = id !== null && !canvas.dispatchEvent(new CustomEvent("press", { detail: { id, by }, cancelable: true }));
    if (!isTaken) choice.choose(id);
  };
  canvas.addEventListener("click", (event) => {
    if (!gestures.isDragged && event.target instanceof Element) press(event.target, event);
  });
  const reach = new Reach(canvas, press);
  const choose = () => {
    mark(canvas, "chosen", choice.id === null ? [] : [choice.id]);
  };
  choice.addEventListener("chosen", () => {
    choose();
    if (!canvas.matches(":hover")) zoom.see(canvas.querySelectorAll(".chosen"));
  });
  const problem = el("div");
  canvas.after(problem);
  let asked = 0;
  /**
   * @param {import("../session/watch.js").Moment} moment
   * @param {AbortSignal} signal
   */
  const draw = async ({ version }, signal) => {
    const mine = ++asked;
    const changed = changedAt(watch, version, signal);
    // Where the picture is given up first, nobody asks any more what becomes of this.
    changed.catch(() => {});
    const fresh = await watch.api.picture(isNetwork ? "/network.svg" : "/map.svg", { at: version, laid_out: watch.head, tidied }, signal);
    if (mine !== asked) return;
    const isEmpty = fresh.querySelector("[data-id]") === null;
    problem.replaceChildren(
      ...(isEmpty ? [el("p", { class: "faint" }, isNetwork ? "Nothing is written yet." : "There is no map yet.")] : []),
    );
    const drawing = zoom.drawing ?? /** @type {SVGSVGElement} */ (document.importNode(fresh, false));
    const { parts, renew } = renewal(drawing, fresh);
    reach.keep(() => {
      glide(parts, renew);
      reach.prepare(drawing);
      zoom.hold(drawing);
    });
    canvas.dispatchEvent(new Event("drawn"));
    choose();
    mark(canvas, "changed", await changed);
    if (zoom.wanted === "readable") zoom.see(canvas.querySelectorAll(".changed"));
  };
  panel(problem, watch, draw);
  return { canvas, choice, focus: (id) => reach.focus(id) };
}

/**
 * The element that something in a picture is part of.
 * @param {Element} part
 */
export const idOf = (part) => part.closest("[data-id]")?.getAttribute("data-id") ?? null;

/**
 * Have these elements, and no others, be of a class.
 * @param {HTMLElement} canvas
 * @param {string} name
 * @param {Iterable<string>} ids
 */
export function mark(canvas, name, ids) {
  const those = new Set(ids);
  for (const part of canvas.querySelectorAll("[data-id]")) part.classList.toggle(name, those.has(part.getAttribute("data-id") ?? ""));
}

/**
 * The button that gives the picture the whole screen, or where that is not allowed to pages, the whole window.
 * @param {HTMLElement} place
 */
function larger(place) {
  const toggle = async () => {
    if (document.fullscreenElement) return document.exitFullscreen();
    if (document.fullscreenEnabled) return place.requestFullscreen();
    return void place.classList.toggle("large");
  };
  const word = el("span", { class: "word" }, "Full screen");
  place.addEventListener("fullscreenchange", () => (word.textContent = document.fullscreenElement ? "Leave full screen" : "Full screen"));
  return el("button", { type: "button", onclick: toggle }, sign("M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4"), word);
}
