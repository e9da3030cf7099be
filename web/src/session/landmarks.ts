// Landmarks, rewinds and the branches that they left, forks: the special points on the way to the head.

import type { Schemas, Watch } from "./watch";

/** Something to jump to. */
export type Landmark = { version: number; kind: string; title: string; is_undone: boolean };

/** Pages of landmarks that are asked for, of a thousand each. */
const PAGES = 10;
/** How long it waits, in milliseconds, for more to come, before it asks again. */
const CALM = 400;

/** The name of each kind of landmark, in the order of the list. */
export const KINDS: Record<string, string> = {
  start: "Start",
  step: "Steps",
  phase: "Phases",
  scene: "Scenes",
  conflict: "Conflicts",
  round: "Rounds",
  turn: "Turns",
  test: "Tests",
  rewind: "Rewinds",
  repeat: "Made again",
  dispute: "Disputes",
  redaction: "Redactions",
  house_rule: "House rules",
  seat: "Seats",
  pause: "Pauses",
  dice: "Dice",
};

/** Frequent kinds, which are jump targets only on request. */
export const MINOR = new Set(["round", "turn", "test", "house_rule", "seat", "pause", "dice"]);

/** Effects of the table, which no rewind takes back. */
const OF_THE_TABLE = new Set([
  "answers_due",
  "corrected_again",
  "dice_epoch_started",
  "dice_revealed",
  "dice_rolled",
  "dispute_appealed",
  "dispute_opened",
  "dispute_settled",
  "dispute_withdrawn",
  "gm_handed_over",
  "house_rule_chosen",
  "limit_added",
  "nonce_given",
  "note_revealed",
  "note_sealed",
  "play_paused",
  "play_resumed",
  "redacted",
  "rewind_agreed",
  "rewind_asked",
  "rewind_closed",
  "rewound",
  "seat_added",
  "seat_emptied",
  "seat_left",
  "seat_removed",
  "seat_renamed",
  "seat_taken",
  "session_forked",
  "session_started",
  "settlement_failed",
  "settlement_proposed",
  "view_stated",
  "vote_cast",
]);

/** Whether an event changed play, and not only the table. */
export const isOfPlay = ({ effects }: Schemas["EventView"]["event"]) => effects.some(({ effect }) => !OF_THE_TABLE.has(effect));

/** Fires `known` after each read of landmarks or forks. */
export class Past extends EventTarget {
  /** In the order of the log. */
  landmarks: Landmark[] = [];
  timeline: Schemas["TimelineView"] | null = null;
  /** The first hundred. */
  forks: Schemas["ForkView"][] = [];
  /** The newest version with known landmarks. */
  known = 0;
  isRewound = false;
  /** Whether somebody has asked what was forked from here. */
  wantsForks = false;
  waiting: number | undefined = undefined;

  constructor(readonly watch: Watch) {
    super();
    watch.addEventListener("grown", () => {
      if (watch.latest?.event.effects.some(({ effect }) => effect === "rewound")) this.isRewound = true;
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.learn(), CALM);
    });
  }

  /** Ask for all of it. Missing answers leave the old values. */
  async learn() {
    await Promise.allSettled([this.#readLandmarks(), this.wantsForks ? this.#readForks() : null]);
    // Without a rewind there is only one line of play.
    if (this.landmarks.some(({ kind }) => kind === "rewind")) await this.#readTimeline().catch(() => {});
    this.dispatchEvent(new Event("known"));
  }

  /** From now on forks are of interest too. */
  async learnForks() {
    if (this.wantsForks) return;
    this.wantsForks = true;
    await this.#readForks().catch(() => {});
    this.dispatchEvent(new Event("known"));
  }

  /** Only new landmarks, unless a rewind has left some of the old ones behind. */
  async #readLandmarks() {
    const isAnew = this.isRewound;
    this.isRewound = false;
    const found = isAnew ? [] : [...this.landmarks];
    let known = isAnew ? 0 : this.known;
    try {
      let after = known;
      for (let page = 0; page < PAGES && after !== null; page += 1) {
        const answer = await this.watch.api.read("/landmarks", { after, limit: 1000 });
        found.push(...answer.landmarks);
        known = answer.version;
        after = answer.next_after;
      }
    } catch (error) {
      this.isRewound ||= isAnew;
      throw error;
    }
    this.landmarks = found;
    this.known = known;
  }

  async #readTimeline() {
    this.timeline = await this.watch.api.read("/timeline");
  }

  async #readForks() {
    this.forks = (await this.watch.api.read("/forks", { limit: 100 })).forks;
  }

  /** The rewind that left a version behind, unless play came back to it. */
  leftAt(version: number): { version: number; to: number } | undefined {
    const { line = [], rewinds = [] } = this.timeline ?? {};
    if (line.some(({ first, last }) => first <= version && version <= last)) return undefined;
    return rewinds.find((rewind) => rewind.version > version && rewind.to < version);
  }

  /**
   * The nearest landmark before or after a version.
   * @param kind empty for any
   */
  next(version: number, way: -1 | 1, kind: string): Landmark | undefined {
    const counts = (mark: Landmark) => (kind ? mark.kind === kind : !MINOR.has(mark.kind));
    if (way > 0) return this.landmarks.find((mark) => mark.version > version && counts(mark));
    return this.landmarks.findLast((mark) => mark.version < version && counts(mark));
  }
}
