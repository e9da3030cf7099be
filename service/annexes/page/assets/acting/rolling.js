// Rolling: the ways to what is fought over lie on the board with their dice, and for who is to roll the best is chosen already.

import { unrolled } from "../board/pieces.js";
import { NO_DICE, rolls } from "../fields/path.js";
import { isNeeded } from "../fields/shape.js";
import { valued } from "../fields/values.js";
import { el, words } from "../kit/dom.js";
import { mark } from "../picture/sight.js";
import { offered } from "../play/offers.js";
import { awaitedOf, turnsOf } from "../session/awaited.js";
import { draft } from "../session/links.js";
import { namesAt } from "../session/names.js";
import { panel } from "../session/panel.js";
import { fought, shown } from "./fought.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("../session/watch.js").Schemas} Schemas */
/** @typedef {import("../session/names.js").Names} Names */
/** @typedef {import("../play/offers.js").Offered} Offered */
/** @typedef {import("./fought.js").Fought} Fought */
/** @typedef {{path: string[], pool: number}} Way */

/** Ways that are shown, the best. */
const SHOWN = 5;

/**
 * @param {HTMLElement} place
 * @param {import("../picture/picture.js").Pictured} pictured
 * @param {Watch} watch
 * @param {import("./making.js").Making} making
 */
export function rolling(place, { canvas }, watch, making) {
  /** @type {Rolling | null} */
  let open = null;
  /** @type {Fought | null} */
  let seen = null;
  const light = () => {
    // Nearly always there is nothing to light, nor to put out.
    if (!open && !seen && !canvas.querySelector(".onway")) return;
    if (open) open.light();
    else mark(canvas, "onway", seen?.lit ?? []);
    canvas.dispatchEvent(new Event("lit"));
  };
  canvas.addEventListener("drawn", light);
  panel(place, watch, async ({ version, isHead }, signal) => {
    const [{ play }, names, found] = await Promise.all([
      watch.api.read("/state", { at: version }, signal),
      namesAt(watch, version),
      isHead && watch.ruleset.reads.includes("conflicts") ? asked(watch, signal) : null,
    ]);
    if (signal.aborted || (found && open && open.key === found.key)) return;
    open = found && new Rolling(canvas, watch, making, found);
    seen = fought(play, names);
    canvas.classList.toggle("choosing", open !== null);
    canvas.classList.toggle("fought", open === null && seen !== null);
    place.replaceChildren(...(open ? [open.element] : seen ? [shown(seen)] : []));
    light();
  });
}

/**
 * What the seat is asked to roll for: the option that takes a way, and the ways that there are.
 * @typedef {{key: string, offered: Offered, field: Schemas["PathField"], ways: Way[], names: Names}} Asked
 */

/**
 * @param {Watch} watch
 * @param {AbortSignal} signal
 * @returns {Promise<Asked | null>}
 */
async function asked(watch, signal) {
  const { api, seat, head } = watch;
  /** @type {Schemas["SessionView"]} */
  const session = await api.read("", { at: head }, signal);
  const wait = turnsOf(awaitedOf(session.awaited, seat)).find(({ about }) => about);
  if (!wait) return null;
  /** @type {Schemas["OptionsView"]} */
  const { options } = await watch.options(signal);
  const names = await namesAt(watch, head);
  for (const one of offered(options, names)) {
    const field = one.option.fields?.find((field) => field.field === "path");
    if (field?.field !== "path") continue;
    /** @type {Schemas["PathsView"]} */
    const { paths } = await api.read(`/conflicts/${wait.about}/paths`, { at: head, limit: SHOWN }, signal);
    // If only longer paths lead there, the form with all fields takes one.
    if (!paths.length) continue;
    return { key: JSON.stringify([one.option, paths]), offered: one, field, ways: paths, names };
  }
  return null;
}

/** The form that rolls. */
class Rolling {
  /**
   * @param {HTMLElement} canvas
   * @param {Watch} watch
   * @param {import("./making.js").Making} making
   * @param {Asked} asked
   */
  constructor(canvas, watch, making, asked) {
    this.canvas = canvas;
    this.watch = watch;
    this.making = making;
    this.asked = asked;
    this.key = asked.key;
    this.chosen = asked.ways[0];
    /** Whether to roll no dice was asked for twice. */
    this.isSure = false;
    const { field, names, offered } = asked;
    this.texts = (offered.option.fields ?? []).filter((one) => one.field === "text" && isNeeded(one));
    this.said = el("p", { role: "status" });
    this.button = el("button", { class: "main" });
    const target = el("legend", {}, "The way to ", words(valued(field.target, names)));
    this.element = el(
      "form",
      { "aria-label": offered.option.label, onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
      el("fieldset", {}, target, ...asked.ways.map((way) => this.#way(way))),
      ...this.texts.map((one) =>
        el("label", {}, one.label, el("input", { name: one.name, required: true, dir: "auto", autocomplete: "off" })),
      ),
      el("p", { class: "actions" }, this.button),
      this.said,
    );
    this.#show();
  }

  /** @param {Way} way */
  #way(way) {
    const choose = () => {
      this.chosen = way;
      this.isSure = false;
      this.light();
      this.#show();
    };
    const { names } = this.asked;
    const box = el("input", { type: "radio", name: "way", checked: way === this.chosen, onchange: choose });
    const steps = way.path.filter((_, n) => n % 2 === 0).map((edge) => valued(edge, names));
    return el("label", { class: "way" }, box, words(steps.join(", then ") || "No way along edges"), unrolled(way.pool));
  }

  /** Light the chosen way on the board. */
  light() {
    const { start, target } = this.asked.field;
    mark(this.canvas, "onway", [start, target, ...(this.chosen?.path ?? [])]);
  }

  #show() {
    const { label = "" } = this.asked.offered.option;
    this.button.textContent = rolls(label, this.chosen?.pool ?? 0, this.isSure);
    this.said.textContent = this.isSure ? NO_DICE : "";
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    const { offered } = this.asked;
    const path = this.chosen?.path ?? [];
    const filled = this.texts.map(({ name }) => [name, String(new FormData(this.element).get(name))]);
    const move = { ...offered.option.fixed, ...Object.fromEntries(filled), ...(path.length ? { path } : {}) };
    // What real dice show is filled in where all of the move is.
    if (offered.option.fields?.some(({ field }) => field === "dice")) return draft(this.watch, move);
    if (!this.chosen?.pool && !this.isSure) {
      this.isSure = true;
      return this.#show();
    }
    const same = JSON.stringify(offered.option);
    return this.making.make(move, (open) => Boolean(open?.offers.some(({ option }) => JSON.stringify(option) === same)));
  }
}
