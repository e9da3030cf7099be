// Since: the choice of a version to compare with, in the corner of the picture, and the number of differences.

import { el, svg } from "../kit/dom";
import { keepSeen, seenUntil } from "../session/address";
import type { Watch } from "../session/watch";
import type { Differences } from "./changed";
import { changedAt, changedSince } from "./changed";

/** The kinds of landmarks that the reader can compare with, and the maximum number of these. */
const MARKED = { kinds: ["phase", "scene"], newest: 6 };

/** Fires `picked` when the reader picks another version to compare with. */
export class Since extends EventTarget {
  /** The newest version when this reader last left the page. */
  left = seenUntil();
  select: HTMLSelectElement;
  counts = el("span", { role: "status" });
  legend: HTMLDivElement;

  constructor(readonly watch: Watch) {
    super();
    addEventListener("pagehide", () => keepSeen(watch.head));
    this.select = el("select", { "aria-label": "Changes", onchange: () => this.dispatchEvent(new Event("picked")) });
    this.legend = el("div", { class: "differences" }, this.select, this.counts);
    for (const [source, type] of [
      [watch, "moment"],
      [watch.past, "known"],
    ] as const)
      source.addEventListener(type, () => this.#offer());
    this.#offer();
  }

  /** The earlier version picked to compare with; null to show only the step to this version. */
  before(version: number) {
    const picked = Number(this.select.value);
    return picked && picked < version ? picked : null;
  }

  differences(version: number, signal: AbortSignal): Promise<Differences> {
    const since = this.before(version);
    return since === null ? changedAt(this.watch, version, signal) : changedSince(this.watch, since, version, signal);
  }

  tell({ added, changed, gone }: Differences) {
    const key = (name: string, many: number) => many > 0 && el("span", { class: `key ${name}` }, `${many} ${name}`);
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
 * Copy the removed elements at their old places.
 * @param earlier the drawing of the earlier version
 */
export function ghosts(earlier: Element, gone: Set<string>) {
  const parts = [...earlier.children].filter((part) => gone.has(part.getAttribute("data-id") ?? ""));
  const layer = svg("g", { class: "ghosts", "aria-hidden": "true" }, ...parts.map((part) => document.importNode(part, true)));
  for (const part of layer.children) part.removeAttribute("data-id");
  return layer;
}
