// The client's methods for operations of sites and auditors have their described effect on a server.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Verger } from "verger-client";

const verger = new Verger(process.env.BASE);
const LINE = { move: "add_limit", kind: "line", text: "spiders" };

const sitDown = async () => {
  const ann = await verger.start("Low Tide", { gm: "Ann", players: ["Bo"] });
  return { ann, bo: await verger.claim(ann.invitations.get("Bo")) };
};

test("a table is exported and ended, and is imported only elsewhere", async () => {
  const { ann, bo } = await sitDown();
  const subject = { subject: "choose_house_rule", house_rule: "session", value: "given_up" };
  const proposed = await ann.move("propose", { subject });
  await bo.move("agree", { proposal: proposed.event.effects[0].proposal });
  const archive = await ann.request("GET", "/export", { accept: "application/x-ndjson" });
  await assert.rejects(ann.importSession(new Uint8Array(await archive.arrayBuffer())), { code: "session_exists" });
  await ann.endSession({ seen: archive.headers.get("ETag") });
  await assert.rejects(ann.getSession(), { code: "session_deleted" });
});

test("a seat is removed, and a text too", async () => {
  const { ann } = await sitDown();
  await ann.move(LINE);
  assert.equal((await ann.redact({ versions: [3], reason: "It is a name.", seen: 3 })).type, "redact");
  assert.equal((await ann.getEvent(3)).event.move.text, "[redacted]");
  const { seat } = await ann.addSeat({ name: "Cy", kind: "player" });
  assert.equal((await ann.removeSeat(seat)).seat, seat);
});

test("a move is drawn, and other conditions are judged", async () => {
  const { bo } = await sitDown();
  await bo.move(LINE);
  assert.match(await bo.drawMove({ ...LINE, text: "snakes" }), /^<svg/);
  assert.equal((await bo.askWhatIf({ without: [3] })).version, 3);
  assert.ok((await bo.issueStreamTicket()).ticket);
});

test("a webhook is changed, tried and given another secret", async () => {
  const { bo } = await sitDown();
  const hook = await bo.registerWebhook({ url: "http://127.0.0.1:9/", description: "Mine." });
  assert.equal((await bo.changeWebhook(hook.id, { description: "Yours." })).description, "Yours.");
  assert.notEqual((await bo.rotateWebhookSecret(hook.id)).secret, hook.secret);
  const { id } = await bo.pingWebhook(hook.id);
  assert.equal((await bo.redeliver(hook.id, id)).id, id);
  assert.equal((await bo.getDelivery(hook.id, id)).type, "webhook.ping");
});

test("a story and a network come in every form", async () => {
  const { bo } = await sitDown();
  assert.equal((await bo.getStory()).version, 2);
  assert.match(await bo.getStoryText("text/markdown"), /^# Low Tide/);
  assert.match(await bo.getStoryText("text/html"), /<html/);
  assert.match(await bo.getNetworkDot(), /^digraph/);
  assert.match(await bo.getNetworkGraphml(), /<graphml/);
  assert.match(await bo.getNetworkPicture(), /^<svg/);
});

test("seats of one name would lose a claim code, and are refused", async () => {
  await assert.rejects(verger.start("Low Tide", { gm: "Ann", players: ["Bo", "Bo"] }), { code: "name_taken" });
  await assert.rejects(verger.start("Low Tide", { gm: "Ann", players: ["Bo"], observers: ["BO"] }), { code: "name_taken" });
});
