// Stepping: going from the shown version to another, by hand or by playback.

import type { Watch } from "../session/watch";

/** The minimum time between two versions, in milliseconds. A held key that passes 500 versions then requests only about fifty of them. */
const PACE = 400;
/** The number of steps without this minimum time. After a few key presses, the page waits only for the answers. */
const AT_ONCE = 6;
/** The maximum time, in milliseconds, that the next version waits for the panels of the version before. */
const PATIENCE = 600;

/** How long playback shows each version, in milliseconds. */
export const SPEEDS: [string, number][] = [
  ["slow", 2500],
  ["steady", 1000],
  ["fast", 350],
  ["fastest", 200],
];

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Fires `asked` when another version is wanted or shown, and `played` when playback begins or ends. */
export class Steps extends EventTarget {
  isPlaying = false;
  speed = 1000;
  /** The kind of landmarks to jump to; empty for all main landmarks. */
  kind = "";
  /** The wanted version that is not shown yet; null if there is none. */
  wanted: number | null = null;
  isBusy = false;
  /** The time when the shown versions would have ended, if each had been shown for the minimum time. */
  due = -Infinity;

  constructor(readonly watch: Watch) {
    super();
    watch.addEventListener("moment", () => this.dispatchEvent(new Event("asked")));
  }

  /** The version that is shown, or is about to be. */
  get version() {
    return this.wanted ?? this.watch.moment.version;
  }

  /** Show a version as soon as possible. A later call replaces the wanted version. */
  to(version: number) {
    this.wanted = Math.min(Math.max(version, 1), this.watch.head);
    this.dispatchEvent(new Event("asked"));
    if (!this.isBusy) this.#go();
  }

  #go() {
    this.isBusy = this.wanted !== null;
    if (this.wanted === null) return;
    const to = this.wanted;
    this.wanted = null;
    this.watch.go(to);
    this.dispatchEvent(new Event("asked"));
    const now = performance.now();
    this.due = Math.max(this.due, now - AT_ONCE * PACE) + PACE;
    const rest = this.due - now;
    const shown = Promise.all([rest > 0 && after(rest), ...this.watch.pending]);
    Promise.race([shown, after(PATIENCE)]).then(() => this.#go());
  }

  /** @param versions the number of versions to go forward; negative to go back */
  by(versions: number) {
    this.to(this.version + versions);
  }

  /**
   * Jump to a version. The browser's back button then returns to the current one.
   * @param version the version; null for the newest
   */
  jump(version: number | null) {
    this.wanted = null;
    this.watch.go(version, { isStep: true });
  }

  /** @param way -1 for the previous landmark, 1 for the next */
  landmark(way: -1 | 1) {
    const next = this.watch.past.next(this.version, way, this.kind);
    if (next) this.jump(next.version);
  }

  /** Start or pause playback. At the newest version, playback starts from the first. */
  async toggle() {
    if (this.isPlaying) return this.#play(false);
    if (this.watch.moment.isHead && this.watch.head > 1) this.jump(1);
    this.#play(true);
    while (this.isPlaying && !this.watch.moment.isHead) {
      await Promise.all([after(this.speed), ...this.watch.pending]);
      if (this.isPlaying) this.watch.go(this.watch.moment.version + 1);
    }
    this.#play(false);
  }

  #play(isPlaying: boolean) {
    if (isPlaying === this.isPlaying) return;
    this.isPlaying = isPlaying;
    this.dispatchEvent(new Event("played"));
  }
}
