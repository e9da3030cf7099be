// Since: what the picture is compared with, in the corner of the picture, with what its signs mean.

import { el, svg } from "../kit/dom.js";
import { keepSeen, seenUntil } from "../session/address.js";
import { changedAt, changedSince } from "./changed.js";

/** @typedef {import("../session/watch.js").Watch} Watch */
/** @typedef {import("./changed.js").Differences} Differences */

/** Landmarks that play is compared with, and how many of the newest. */
const MARKED = { kinds: ["phase", "scene"], newest: 6 };

/** Fires `picked` when the picture is to be compared with another version. */
export class Since extends EventTarget {
  /** @param {Watch} watch */
  constructor(watch) {
    super();
    this.watch = watch;
    /** The newest version when the page was left last. */
    this.left = seenUntil();
    addEventListener("pagehide", () => keepSeen(watch.head));
    this.select = el("select", { "aria-label": "Changes", onchange: () => this.dispatchEvent(new Event("picked")) });
    this.counts = el("span", { role: "status" });
    this.legend = el("div", { class: "differences" }, this.select, this.counts);
    for (const [source, type] of /** @type {const} */ ([
      [watch, "moment"],
      [watch.past, "known"],
    ]))
      source.addEventListener(type, () => this.#offer());
    this.#offer();
  }

  /**
   * The version that another one is compared with; null where its own step alone counts.
   * @param {number} version
   */
  before(version) {
    const picked = Number(this.select.value);
    return picked && picked < version ? picked : null;
  }

  /**
   * @param {number} version
   * @param {AbortSignal} signal
   * @returns {Promise<Differences>}
   */
  differences(version, signal) {
    const since = this.before(version);
    return since === null ? changedAt(this.watch, version, signal) : changedSince(this.watch, since, version, signal);
  }

  /** @param {Differences} found */
  tell({ added, changed, gone }) {
    const key = (/** @type {string} */ name, /** @type {number} */ many) =>
      many > 0 && el("span", { class: `key ${name}` }, `${many} ${name}`);
    const parts = [key("added", added.size), key("changed", changed.size), key("gone", gone.size)].filter((part) => part !== false);
    this.counts.replaceChildren(...(parts.length ? parts : ["nothing changed"]));
  }

  #offer() {
    const { version } = this.watch.moment;
    const { kinds, newest } = MARKED;
    const marks = this.watch.past.landmarks.filter((mark) => kinds.includes(mark.kind) && !mark.is_undone && mark.version < version);
    const offers = [
      { value: "", label: "This step" },
      ...(this.left && this.left < version ? [{ value: String(this.left), label: `Since you were here, at ${this.left}` }] : []),
      ...marks
        .slice(-newest)
        .toReversed()
        .map((mark) => ({ value: String(mark.version), label: `Since ${mark.version}: ${mark.title}` })),
    ];
    const picked = this.select.value;
    this.select.replaceChildren(...offers.map(({ value, label }) => el("option", { value, selected: value === picked }, label)));
  }
}

/**
 * What is gone, as it stood.
 * @param {Element} earlier a drawing
 * @param {Set<string>} gone
 */
export function ghosts(earlier, gone) {
  const parts = [...earlier.children].filter((part) => gone.has(part.getAttribute("data-id") ?? ""));
  const layer = svg("g", { class: "ghosts", "aria-hidden": "true" }, ...parts.map((part) => document.importNode(part, true)));
  for (const part of layer.children) part.removeAttribute("data-id");
  return layer;
}
