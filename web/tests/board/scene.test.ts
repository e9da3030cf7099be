import { expect, test } from "vitest";
import { fight, stake } from "../../src/board/scene";
import { Names } from "../../src/session/names";
import type { Schemas } from "../../src/session/watch";

const NAMES = new Names(
  new Map([
    ["s1", "Ann"],
    ["s2", "Bo"],
  ]),
  new Map(),
);

/** A conflict between Ann and Bo, with the number of dice in the signal of each; null if they have not rolled. */
const between = (ann: number | null, bo: number | null, more: object = {}) =>
  ({
    round: 2,
    participants: [
      { seat: "s1", has_rolled: ann !== null, signal: ann ?? 0, has_dropped: false },
      { seat: "s2", has_rolled: bo !== null, signal: bo ?? 0, has_dropped: false, ...more },
    ],
  }) as Schemas["VergeConflictView"];

test.each([
  [between(1, 3), "Conflict, round 2. Bo leads, 3 : 1."],
  [between(2, 2), "Conflict, round 2. Nobody leads, 2 : 2."],
  [between(2, null), "Conflict."],
  [between(1, 3, { has_dropped: true }), "Conflict, round 2. Ann leads, 1."],
])("The board shows the leader of a conflict: %#", (conflict, said) => {
  expect(fight(conflict, NAMES)).toBe(said);
});

test.each([
  [false, "At stake for Bo: “Moon”."],
  [true, "Bo has lost “Moon”."],
])("The board shows the subject of a first notice of loss: %#", (isFought, said) => {
  const names = new Names(new Map([...NAMES.known, ["n1", "Moon"]]), new Map(), new Map([["e1", ["n2", "n1"]]]));
  expect(stake({ seat: "s2", edge: "e1", was_fought: isFought }, { s2: "n2" }, names)).toBe(said);
});
