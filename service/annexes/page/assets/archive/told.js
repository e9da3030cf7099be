// What an archive tells: the title, who sat there, what was taken out, and a sentence an event.

/** @typedef {import("./form.js").Event} Event */
/** @typedef {import("./form.js").Effect} Effect */

/** @typedef {{version: number, at: string, by: string | null, sentence: string}} Sentence */
/** @typedef {{name: string, kind: string, moves: number, isGone?: boolean}} Seat */
/** @typedef {{version: number, at: string, by: string | null, reason: string, versions: number[]}} Redaction */

/** Everything that is told so far. */
export class Told {
  title = "";
  /** @type {Map<string, Seat>} */
  seats = new Map();
  /** @type {Sentence[]} */
  story = [];
  /** @type {Redaction[]} */
  redactions = [];
  /** The seats that handed over the GM. @type {string[]} */
  formerGms = [];

  /**
   * @param {number} version
   * @param {Event} event
   */
  take(version, { at, seat, ruling, effects }) {
    for (const effect of effects) this.#seated(effect);
    const own = seat ? this.seats.get(seat) : undefined;
    if (own) own.moves += 1;
    this.story.push({ version, at, by: own?.name ?? null, sentence: ruling.sentence });
    for (const { effect, by, reason, rewritten } of effects)
      if (effect === "redacted")
        this.redactions.push({ version, at, by: this.seats.get(by)?.name ?? null, reason, versions: rewritten ?? [] });
  }

  /** @param {Effect} effect */
  #seated({ effect, seat, name, kind, title, old, new: next }) {
    const known = this.seats.get(seat);
    if (effect === "session_started" || effect === "session_forked") this.title = title;
    if (effect === "seat_added") this.seats.set(seat, { name, kind, moves: 0 });
    if (known && (effect === "seat_taken" || effect === "seat_renamed")) known.name = name;
    if (effect === "seat_removed" && known) known.isGone = true;
    if (effect === "gm_handed_over") this.#handed(old, next);
  }

  /**
   * The part of a seat: its kind, or when it was the GM.
   * @param {string} id
   * @param {string} kind
   */
  part(id, kind) {
    const gms = kind === "gm" ? [...this.formerGms, id] : this.formerGms;
    if (!gms.includes(id)) return kind === "observer" ? "looks on" : "";
    if (this.formerGms.length === 0) return "GM";
    const last = this.formerGms.length;
    const times = gms.flatMap((gm, place) => (gm === id ? [place === 0 ? "at first" : place === last ? "at the end" : "for a time"] : []));
    return `GM ${[...new Set(times)].join(" and ")}`;
  }

  /**
   * @param {string} old
   * @param {string} next
   */
  #handed(old, next) {
    this.formerGms.push(old);
    for (const [id, kind] of [
      [old, "player"],
      [next, "gm"],
    ]) {
      const seat = this.seats.get(id ?? "");
      if (seat) seat.kind = kind ?? "";
    }
  }
}
