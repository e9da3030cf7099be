// The special points of a session's log: landmarks, rewinds with the branches that they left, and forks.

import type { Schemas, Watch } from "./watch";

/** A special version, which readers can jump to. */
export type Landmark = { version: number; kind: string; title: string; is_undone: boolean };

/** The maximum number of pages of landmarks that are requested, with a thousand landmarks each. */
const PAGES = 10;
/** The pause without new events, in milliseconds, before landmarks are requested again. */
const CALM = 400;

/** The shown names of the kinds of landmarks, in the order of the list. */
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

/** Frequent kinds. Jumps skip them unless the reader chooses this kind. */
export const MINOR = new Set(["round", "turn", "test", "house_rule", "seat", "pause", "dice"]);

/** Effects on the table, which no rewind undoes. */
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

/** Whether an event has changed play, which a rewind can undo, and not only the table. */
export const isOfPlay = ({ effects }: Schemas["EventView"]["event"]) => effects.some(({ effect }) => !OF_THE_TABLE.has(effect));

/** Fires `known` after each read of landmarks or forks. */
export class Past extends EventTarget {
  /** The landmarks in the order of the log. */
  landmarks: Landmark[] = [];
  timeline: Schemas["TimelineView"] | null = null;
  /** The first hundred forks. */
  forks: Schemas["ForkView"][] = [];
  /** Landmarks are known up to this version. */
  known = 0;
  isRewound = false;
  /** Whether the reader has opened the controls that show forks. */
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

  /** Request the landmarks, the timeline and the forks. If an answer is missing, the old values stay. */
  async learn() {
    await Promise.allSettled([this.#readLandmarks(), this.wantsForks ? this.#readForks() : null]);
    // Without a rewind, the timeline has no branches.
    if (this.landmarks.some(({ kind }) => kind === "rewind")) await this.#readTimeline().catch(() => {});
    this.dispatchEvent(new Event("known"));
  }

  /** Request the forks, now and whenever the log has grown. */
  async learnForks() {
    if (this.wantsForks) return;
    this.wantsForks = true;
    await this.#readForks().catch(() => {});
    this.dispatchEvent(new Event("known"));
  }

  /** Request only new landmarks, or all of them after a rewind, which may have undone some of the old ones. */
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

  /** The rewind that has undone a version; undefined if the version counts. */
  leftAt(version: number): { version: number; to: number } | undefined {
    const { line = [], rewinds = [] } = this.timeline ?? {};
    if (line.some(({ first, last }) => first <= version && version <= last)) return undefined;
    return rewinds.find((rewind) => rewind.version > version && rewind.to < version);
  }

  /**
   * The nearest landmark before or after a version.
   * @param kind the kind of landmark; empty for all kinds that are not frequent
   */
  next(version: number, way: -1 | 1, kind: string): Landmark | undefined {
    const counts = (mark: Landmark) => (kind ? mark.kind === kind : !MINOR.has(mark.kind));
    if (way > 0) return this.landmarks.find((mark) => mark.version > version && counts(mark));
    return this.landmarks.findLast((mark) => mark.version < version && counts(mark));
  }
}
