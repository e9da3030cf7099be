// Views of the TypeScript client follow a session. BASE is the address of a server.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Verger } from "verger-client";

const shown = ({ banks, network, sheets, map, seats }) => ({ banks, network, sheets, map, seats });

test("views follow a session, and are read again after a redaction", async () => {
  const verger = new Verger(process.env.BASE);
  const ann = await verger.start("Low Tide", { gm: "Ann", players: ["Bo"] });
  const bo = await verger.claim(ann.invitations.get("Bo"));
  const views = bo.views();
  const next = async () => (await views.next()).value;
  const first = await next();
  assert.deepEqual(first.records, (await bo.view()).records);
  await ann.move("rename", { name: "Anna Blank" });
  const { event } = await ann.move("rewind", { to: 1 });
  // Version 1 is before the first view.
  await bo.move("agree", { proposal: event.effects[0].rewind });
  for (const version of [3, 4, 5]) {
    const [view, read] = [await next(), await bo.view(version)];
    assert.deepEqual([view.version, shown(view)], [version, shown(read)]);
    assert.equal(view.seats[0].name, "Anna Blank");
  }
  await ann.redact({ versions: [3], reason: "It was a slip." });
  assert.deepEqual((await next()).records, (await bo.view(6)).records);
  await views.return();
  verger.close();
});
