// Stepping: every way from the shown version to another, by hand or by playback.

import type { Watch } from "../session/watch";

/** The least time between two versions, in milliseconds: a key that is held for 500 versions asks for some fifty of them. */
const PACE = 400;
/** The number of steps that may follow faster: after a key press, the page waits only for the answers. */
const AT_ONCE = 6;
/** The maximum time that the next version waits for open requests of the one before. */
const PATIENCE = 600;

/** How long each version is shown while play goes on, in milliseconds. */
export const SPEEDS: [string, number][] = [
  ["slow", 2500],
  ["steady", 1000],
  ["fast", 350],
  ["fastest", 200],
];

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Fires `asked` when another version is asked for, and `played` when playing begins or ends. */
export class Steps extends EventTarget {
  isPlaying = false;
  speed = 1000;
  /** The kind of landmarks to jump by; empty for all that stands out. */
  kind = "";
  /** The version that was asked for and is not shown yet. */
  wanted: number | null = null;
  isBusy = false;
  /** Until when the versions that were shown would have lasted, one after the other. */
  due = -Infinity;

  constructor(readonly watch: Watch) {
    super();
    watch.addEventListener("moment", () => this.dispatchEvent(new Event("asked")));
  }

  /** The version that is shown, or is about to be. */
  get version() {
    return this.wanted ?? this.watch.moment.version;
  }

  /** Show a version soon. A later call replaces it. */
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

  /** @param versions the number of versions on, or back if it is negative */
  by(versions: number) {
    this.to(this.version + versions);
  }

  /**
   * Jump: from there the browser's way back leads here.
   * @param version null is the newest
   */
  jump(version: number | null) {
    this.wanted = null;
    this.watch.go(version, { isStep: true });
  }

  /** @param way to the landmark before or after */
  landmark(way: -1 | 1) {
    const next = this.watch.past.next(this.version, way, this.kind);
    if (next) this.jump(next.version);
  }

  /** Play on from here, or pause; from the newest version it begins at the first. */
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
