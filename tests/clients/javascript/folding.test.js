// The TypeScript client folds effects into views. VECTORS is the folder of the test vectors.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { Fold, NeedsState } from "verger-client";

const { VECTORS } = process.env;
const START = { effect: "session_started", ruleset: "verge", house_rules: {} };

const by = (every) => Object.fromEntries(every.map((one) => [one.id ?? one.character, one]));

const NOTHING = { banks: {}, network: {}, sheets: {}, map: {}, seats: {} };

const parts = ({ banks, network, sheets, map, seats }) => ({
  banks,
  network: by([...(network?.nodes ?? []), ...(network?.edges ?? [])]),
  sheets: by(sheets),
  map: map ? { map: { name: map.name, metaphorical: map.metaphorical }, ...by([...map.zones, ...map.borders]) } : {},
  seats: by(seats),
});

/** Return the expected parts of a view after a line of a vector. */
function patched(before, line) {
  const now = Object.entries(before).map(([part, own]) => {
    const merged = ([key, one]) => [key, one && part !== "banks" ? { ...own[key], ...one } : one];
    const changed = Object.fromEntries(Object.entries(line[part] ?? {}).map(merged));
    return [part, Object.fromEntries(Object.entries({ ...own, ...changed }).filter(([, one]) => one !== null))];
  });
  return Object.fromEntries(now);
}

for (const file of readdirSync(VECTORS)) {
  test(`the effects of ${file} give what it says at every version`, () => {
    const [, ...lines] = readFileSync(`${VECTORS}/${file}`, "utf8").trimEnd().split("\n").map(JSON.parse);
    const fold = new Fold(undefined, { kept: Infinity });
    let expected = NOTHING;
    for (const { version, effects, ...changed } of lines) {
      expected = patched(expected, changed);
      assert.deepEqual(parts(fold.take({ version, event: { effects } })), expected, `version ${version}`);
    }
    assert.ok(lines.length > 50);
  });
}

const begun = () => {
  const fold = new Fold();
  fold.take({ version: 1, event: { effects: [START, { effect: "seat_added", seat: "s1", kind: "gm", name: "Ann" }] } });
  return fold;
};

test("what cannot be folded says why and changes nothing", () => {
  for (const [version, effect, why] of [
    [3, { effect: "play_paused" }, "the events after 1 are missing"],
    [2, { effect: "sung" }, "the effect `sung` is unknown"],
    [2, { effect: "constructor" }, "the effect `constructor` is unknown"],
    [2, { effect: "rewound", to: -1 }, "version -1, to which play went back, is not kept"],
    [2, { effect: "mark_added", element: "n9", marks: "!" }, "`n9` is unknown"],
    [2, { effect: "mark_added", element: "toString", marks: "!" }, "`toString` is unknown"],
  ]) {
    const fold = begun();
    const before = fold.view;
    const effects = [{ effect: "seat_left", seat: "s1" }, effect];
    assert.throws(
      () => fold.take({ version, event: { effects } }),
      (error) => error instanceof NeedsState && error.version === version && error.message.includes(why),
    );
    assert.equal(fold.view, before);
  }
});

/** Bo writes a node in a session of Verge with Ann. Return the node after each of these events. */
const table = () => {
  const fold = begun();
  const take = (...effects) => fold.take({ version: fold.view.version + 1, event: { effects } }).network.nodes[0];
  const taken = ["s1", "s2"].map((seat) => ({ effect: "seat_taken", seat, name: seat }));
  const node = { effect: "node_added", node: "n1", label: "Ash", creator: "s2" };
  take({ effect: "seat_added", seat: "s2", kind: "player", name: "Bo" }, ...taken, node);
  return take;
};

test("house rules say who controls an element", () => {
  const take = table();
  const chosen = (house_rule, value) => ({ effect: "house_rule_chosen", house_rule, value });
  const bought = { effect: "interest_bought", element: "n1", seat: "s1" };
  assert.equal(take(bought).control[0].seat, "s1");
  assert.equal(take(chosen("residual_control", "creator")).control[0].seat, "s2");
  assert.equal(take(chosen("controlling_interest", "on")).control[0].seat, "s1");
});

test("the latest mark of a kind and one grant are taken away", () => {
  const take = table();
  const [one, other] = ["s2", "s3"].map((seat) => ({ element: "n1", by: "s1", seat }));
  take({ effect: "control_granted", ...one }, { effect: "control_granted", ...other });
  take({ effect: "mark_added", element: "n1", marks: "!X!?" });
  const left = take({ effect: "mark_removed", element: "n1", mark: "!" }, { effect: "control_revoked", ...one });
  assert.deepEqual([left.shown, left.power, left.grants], ["Ash!X?", -1, [{ by: "s1", seat: "s3" }]]);
});

test("the last defense of a track counts until the conflict ends", () => {
  const sheet = { kind: "character", skills: [], tracks: [{ name: "Nerve", threshold: 3 }] };
  const ward = (by, target, threshold) => ({ effect: "ward_set", track: "Nerve", by, target, threshold });
  const fold = new Fold();
  const take = (version, ...effects) => fold.take({ version, event: { effects } }).sheets[0].tracks[0].threshold;
  const written = { effect: "sheet_written", character: "c1", name: "Ash", seat: null, sheet };
  assert.equal(take(1, { ...START, ruleset: "edgerunner" }, written), 3);
  assert.equal(take(2, ward("c2", "c2", 6), ward("c1", "c1", 5), ward("c2", "c1", 4)), 4);
  assert.equal(take(3, { effect: "conflict_ended" }), 3);
});

test("a rewind finds as many views as are kept", () => {
  const fold = new Fold(begun().view, { kept: 3 });
  const take = (version, ...effects) => fold.take({ version, event: { effects } });
  for (const version of [2, 3, 4]) take(version);
  assert.equal(take(5, { effect: "rewound", to: 2 }).version, 5);
  assert.throws(() => take(6, { effect: "rewound", to: 2 }), NeedsState);
});

test("of a game that it does not know it keeps the banks", () => {
  const moved = { effect: "tokens_moved", token: "pebble", amount: 2, source: "bank", target: "seat:s1" };
  const effects = [{ ...START, ruleset: "pebbles" }, { effect: "thrown" }, moved];
  const view = new Fold().take({ version: 1, event: { effects } });
  assert.deepEqual(parts(view), { ...NOTHING, banks: { "seat:s1": { pebble: 2 } } });
});
