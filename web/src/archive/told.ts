// The content of an archive for its report: the title, the seats, the redactions, and a sentence for each event.

import type { Effect, Event } from "./form";

export type Sentence = { version: number; at: string; by: string | null; sentence: string };
type Seat = { name: string; kind: string; moves: number; isGone?: boolean };
export type Redaction = { version: number; at: string; by: string | null; reason: string; versions: number[] };

/** The content of the events that were read so far. */
export class Told {
  title = "";
  seats: Map<string, Seat> = new Map();
  story: Sentence[] = [];
  redactions: Redaction[] = [];
  /** The seats that were the GM and handed this part over, in order. */
  formerGms: string[] = [];

  take(version: number, { at, seat, ruling, effects }: Event) {
    for (const effect of effects) this.#seated(effect);
    const own = seat ? this.seats.get(seat) : undefined;
    if (own) own.moves += 1;
    this.story.push({ version, at, by: own?.name ?? null, sentence: ruling.sentence });
    for (const { effect, by, reason, rewritten } of effects)
      if (effect === "redacted")
        this.redactions.push({ version, at, by: this.seats.get(by)?.name ?? null, reason, versions: rewritten ?? [] });
  }

  #seated({ effect, seat, name, kind, title, old, new: next }: Effect) {
    const known = this.seats.get(seat);
    if (effect === "session_started" || effect === "session_forked") this.title = title;
    if (effect === "seat_added") this.seats.set(seat, { name, kind, moves: 0 });
    if (known && (effect === "seat_taken" || effect === "seat_renamed")) known.name = name;
    if (effect === "seat_removed" && known) known.isGone = true;
    if (effect === "gm_handed_over") this.#handed(old, next);
  }

  /** The part of a seat in words: an observer, or when it was the GM; empty for other players. */
  part(id: string, kind: string) {
    const gms = kind === "gm" ? [...this.formerGms, id] : this.formerGms;
    if (!gms.includes(id)) return kind === "observer" ? "looks on" : "";
    if (this.formerGms.length === 0) return "GM";
    const last = this.formerGms.length;
    const times = gms.flatMap((gm, place) => (gm === id ? [place === 0 ? "at first" : place === last ? "at the end" : "for a time"] : []));
    return `GM ${[...new Set(times)].join(" and ")}`;
  }

  #handed(old: string, next: string) {
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
