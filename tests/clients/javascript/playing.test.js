// Play with the TypeScript client on a running server. BASE is its address. CUT is an address of the same server that cuts connections.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";

import { NotVerified, Problem, Refused, Reset, Stale, Verger, verify } from "verger-client";

const { BASE, CUT } = process.env;
const verger = new Verger(BASE);

const sitDown = async () => {
  const ann = await verger.start("Low Tide", { gm: "Ann", players: ["Bo"] });
  return { ann, bo: await verger.claim(ann.invitations.get("Bo")) };
};
const line = (text) => ({ move: "add_limit", kind: "line", text });

async function take(items, count) {
  const found = [];
  for await (const item of items) if (found.push(item) === count) break;
  return found;
}

test("a move becomes an event", async () => {
  const { ann, bo } = await sitDown();
  const made = await bo.move("add_limit", { kind: "line", text: "spiders" });
  assert.equal(made.event.ruling.sentence, "Bo draws a line.");
  assert.deepEqual(await ann.getEvent(3), made);
  assert.deepEqual(
    (await take(ann.events(1), 2)).map(({ version }) => version),
    [2, 3],
  );
});

test("a refusal says why in a sentence and to programs", async () => {
  const { bo } = await sitDown();
  const caught = await bo.move("write_node", { label: "Salt Fever" }).catch((error) => error);
  assert.ok(caught instanceof Refused);
  assert.match(caught.message, /^This move belongs to the step load, but play is in the step compile\. .*\(wrong_step\)$/);
  assert.deepEqual([caught.code, caught.status, caught.rule], ["wrong_step", 409, "load.ideas"]);
});

test("a move on what is no longer so is not made", async () => {
  const { ann, bo } = await sitDown();
  const seen = await bo.now();
  await ann.move(line("spiders"));
  const caught = await bo.move(line("snakes"), {}, { seen: seen.version }).catch((error) => error);
  assert.ok(caught instanceof Stale);
  assert.deepEqual(
    caught.events.map(({ version }) => version),
    [3],
  );
  assert.equal(await seen.move(line("snakes")), null);
  assert.equal((await seen.state()).table.limits.length, 0);
  assert.equal((await bo.getState()).table.limits.length, 1);
});

test("who insists draws the move anew from the newest moment", async () => {
  const { ann, bo } = await sitDown();
  const drawn = [];
  const made = await bo.insist(async ({ version }) => {
    if (drawn.push(version) < 3) await ann.move(line(`Line ${version}.`));
    return line(`After version ${version}.`);
  });
  assert.deepEqual(drawn, [2, 3, 4]);
  assert.equal(made.event.move.text, "After version 4.");
  assert.equal(await bo.insist(() => null), null);
});

test("what a move would come to is not recorded", async () => {
  const { bo } = await sitDown();
  assert.equal((await bo.tryMove(line("spiders"))).ruling.sentence, "Bo draws a line.");
  assert.equal((await bo.now()).version, 2);
});

test("forms are filled in and sent", async () => {
  const { bo } = await sitDown();
  const form = (await bo.options()).find(({ move }) => move === "add_limit");
  assert.equal(form.label, "Set a limit");
  assert.deepEqual((await bo.move(form.fill({ text: "spiders" }))).event.move, line("spiders"));
});

test("every event comes once though connections are cut", async () => {
  const { ann, bo } = await sitDown();
  for (let number = 0; number < 6; number += 1) await ann.move(line(`Line ${number}.`));
  const other = new Verger(CUT, { token: bo.token });
  const heard = await take(other.session(bo.id).follow(), 8);
  assert.deepEqual(
    heard.map(({ version }) => version),
    [1, 2, 3, 4, 5, 6, 7, 8],
  );
  other.close();
});

test("a session is told anew whenever it has changed", async () => {
  const { ann, bo } = await sitDown();
  const moments = bo.live();
  assert.equal((await moments.next()).value.version, 2);
  for (let number = 0; number < 3; number += 1) await ann.move(line(`Line ${number}.`));
  const slow = (await moments.next()).value;
  assert.equal(slow.version, 5);
  assert.equal((await slow.state()).table.limits.length, 3);
  // While nothing happens, the client does not yield its newest moment again.
  setTimeout(() => ann.move(line("spiders")), 500);
  assert.equal((await moments.next()).value.version, 6);
  await moments.return();
});

test("who is waited for has a turn", async () => {
  const { ann, bo } = await sitDown();
  await ann.move("propose", { subject: { subject: "finish_compile" } });
  for await (const turn of bo.turns()) {
    const form = turn.forms.find(({ move }) => move === "agree");
    assert.deepEqual((await turn.answer(form)).event.move, { move: "agree", proposal: "p1" });
    break;
  }
});

test("turns are of one seat", async () => {
  const { ann, bo } = await sitDown();
  const both = new Verger(BASE, { token: bo.token });
  await both.claim((await ann.addSeat({ name: "Bob", kind: "player" })).claim_code);
  await assert.rejects(both.session(bo.id).turns().next(), { name: "NoSeat", message: /Name a seat of the token: s2, s3/ });
});

test("who asks for a seat is let in and plays", async () => {
  const ann = await verger.start("High Tide", { gm: "Ann", players: ["Bo", "Cy"] });
  await ann.listTable({ language: "pt-BR", plays: "Thursdays" });
  const [found] = await take(verger.tables({ language: "pt" }), 1);
  assert.deepEqual([found.title, found.host, found.plays], ["High Tide", "Ann", "Thursdays"]);
  const [first, second, third] = await Promise.all(["Dee", "Eli", "Flo"].map((name) => verger.askForSeat(found.table, { name })));
  await ann.withdrawAsk(second.ask);
  const flo = new Verger(BASE, { token: third.token });
  await flo.withdrawAsk(third.ask);
  assert.deepEqual((await flo.listAsks()).asks, []);
  const { asks } = await ann.getListing();
  assert.deepEqual(
    asks.map(({ ask }) => ask),
    [first.ask],
  );
  assert.equal((await ann.letIn(first.ask)).seat, "s2");
  const dee = new Verger(BASE, { token: first.token });
  const [ask] = (await dee.listAsks()).asks;
  assert.equal(ask.state, "let_in");
  assert.equal((await dee.session(ann.id).move(line("spiders"))).event.ruling.sentence, "Dee draws a line.");
  await ann.unlistTable();
  assert.equal((await ann.getListing()).listing, null);
});

test("one address is told of every table", async () => {
  const { bo } = await sitDown();
  const all = new Verger(BASE, { token: bo.token }).session("-");
  const { id, secret } = await all.registerWebhook({ url: `${BASE}/nowhere`, description: "Tells the site.", digest: 300 });
  assert.match(secret, /^whsec_/);
  assert.deepEqual(
    (await all.listWebhooks()).webhooks.map((one) => [one.id, one.digest]),
    [[id, 300]],
  );
  await all.deleteWebhook(id);
  assert.deepEqual((await all.listWebhooks()).webhooks, []);
});

test("a log that went back is told", async () => {
  const { bo } = await sitDown();
  const caught = await bo
    .follow(9)
    .next()
    .catch((error) => error);
  assert.ok(caught instanceof Reset);
  assert.equal(caught.after, 2);
});

test("following ends with closing, which leaves nothing to wait for", async () => {
  const { bo } = await sitDown();
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  const own = new Verger(BASE, { token: bo.token });
  const left = own.session(bo.id).follow();
  await left.next();
  const waiting = own.session(bo.id).follow(1);
  await waiting.next();
  const next = waiting.next();
  own.close();
  assert.equal((await next).done, true);
  assert.ok(timers() <= before);
});

test("following ends with the token", async () => {
  const { bo } = await sitDown();
  const { tokens } = await bo.listTokens();
  const events = bo.follow();
  await events.next();
  await bo.revokeToken(tokens.find(({ is_own }) => is_own).id);
  const caught = await take(events, 9).catch((error) => error);
  assert.ok(caught instanceof Problem);
  assert.equal(caught.code, "invalid_token");
});

test("one feed tells of every session of a token", async () => {
  const { ann } = await sitDown();
  const own = new Verger(BASE, { token: ann.token });
  const second = await own.start("High Tide", { gm: "Ann" });
  assert.equal(second.token, null);
  const heard = await take(own.feed(), 3);
  assert.deepEqual(new Set(heard.map(({ session }) => session)), new Set([ann.id, second.id]));
  const [again] = await take(own.feed(heard[1].place), 1);
  assert.equal(again.place, heard[2].place);
  assert.equal(
    (
      await own
        .feed("nowhere")
        .next()
        .catch((error) => error)
    ).name,
    "Reset",
  );
  assert.equal((await take(own.sessions(), 2)).length, 2);
  own.close();
});

test("seats, links, tokens and forks", async () => {
  const { ann } = await sitDown();
  const dee = await verger.claim(ann.link((await ann.addSeat({ name: "Dee", kind: "player" })).claim_code), { via: "A bot 1.0" });
  assert.equal((await dee.move(line("spiders"))).event.via, "A bot 1.0");
  await assert.rejects(ann.renewClaimCode(dee.seat), { code: "seat_taken" });
  const issued = await dee.issueToken({ label: "a bot", scopes: ["read"] });
  const reading = new Verger(BASE, { token: issued.token }).session(dee.id);
  assert.equal((await reading.now()).session.seat, dee.seat);
  await assert.rejects(reading.move(line("snakes")), { code: "missing_scope" });
  const fork = await ann.fork(2, "Another evening");
  assert.equal((await fork.now()).view.title, "Another evening");
});

test("webhooks, for programs and for chats", async () => {
  const { bo } = await sitDown();
  const registered = async (more) => {
    const { description, types, form, awaits_me, secret } = await bo.registerWebhook({
      url: "http://127.0.0.1:9/",
      description: "Mine.",
      ...more,
    });
    assert.match(secret, /^whsec_/);
    return [description, types, form, awaits_me];
  };
  assert.deepEqual(await registered(), ["Mine.", [], "standard", false]);
  const asked = { types: ["propose"], form: "ntfy", awaits_me: true };
  assert.deepEqual(await registered(asked), ["Mine.", ["propose"], "ntfy", true]);
});

test("a token is not shown by what holds it", async () => {
  const { ann, bo } = await sitDown();
  const told = inspect([ann, bo, await ann.now(), new Verger(BASE, { token: ann.token })], { depth: 9 });
  for (const secret of [ann.token, bo.token, ann.invitations.get("Bo")]) assert.ok(secret && !told.includes(secret));
});

test("an archive holds together, unless it was changed", async () => {
  const { ann } = await sitDown();
  await ann.move(line("spiders"));
  const archive = await ann.exportSession();
  assert.deepEqual(await verify(archive), { session: ann.id, events: 3, redacted: 0 });
  const text = new TextDecoder().decode(archive);
  const changed = (other) => verify(new TextEncoder().encode(other));
  await assert.rejects(changed(text.replace("spiders", "snakes!")), { message: "Version 3 is not what was chained." });
  await assert.rejects(changed(text.split("\n").toSpliced(-2, 1).join("\n")), { message: "Version 3 has no digest of its state." });
  await assert.rejects(changed("{}"), NotVerified);
});

const DIGITS = "ab".repeat(16);
const FORGED = {
  "bytes of a text in its salt": (kept, [[at, size], ...rest]) => [
    [`${DIGITS}224c6f77`, ...kept.slice(1)],
    [[at + 4, size - 4], ...rest],
  ],
  "upper case": (kept, texts) => [[DIGITS.toUpperCase(), ...kept.slice(1)], texts],
  "a digest of a text that is there": (kept, texts) => [[DIGITS + DIGITS, ...kept.slice(1)], texts],
  "a salt too few": (kept, texts) => [kept.slice(1), texts],
  null: (_, texts) => [null, texts],
  "another order": (kept, texts) => [kept, texts.toReversed()],
  "a size below 0": (kept, texts) => [kept, [[texts[1][0], -3], ...texts.slice(1)]],
  "a place of a float": (kept, [[at, size], ...rest]) => [kept, [[at + 0.5, size], ...rest]],
  "a place behind the event": (kept, texts) => [kept, [...texts.slice(0, -1), [1e15, 5]]],
  "another place": (kept, [[at, size], ...rest]) => [kept, [[at - 1, size], ...rest]],
};

test("texts and salts are written in one way", async () => {
  const { ann } = await sitDown();
  const archive = new TextDecoder().decode(await ann.exportSession());
  const first = archive.split("\n")[1];
  const { salt, texts } = JSON.parse(first);
  const forged = (other) => verify(new TextEncoder().encode(archive.replace(first, () => other)));
  for (const [name, forge] of Object.entries(FORGED)) {
    const [kept, places] = forge(
      texts.map(() => DIGITS),
      texts,
    );
    const beside = `"texts":${JSON.stringify(places)},"kept":${JSON.stringify(kept)}`;
    const other = first.replace(`"salt":"${salt}","texts":${JSON.stringify(texts)}`, beside);
    await assert.rejects(forged(other), { name: "NotVerified", message: "Version 1 is not written as the log writes events." }, name);
  }
  for (const [old, other] of [
    ['"salt":', '"request":"","salt":'],
    ['"salt":"', '"salt":"0'],
    [',"event":', ',"kept":[],"event":'],
    [',"event":', ',"sealed":0,"event":'],
    [',"event":', ',"sealed":[],"texts":[],"event":'],
    [',"event":', `,"sealed":${"[".repeat(200_000)}`],
    [/.*/, "null"],
  ])
    await assert.rejects(forged(first.replace(old, other)), { name: "NotVerified", message: /is not written as the log writes/ }, other);
  const bytes = new TextEncoder().encode(archive);
  bytes[archive.indexOf("Low Tide")] = 0xff;
  await assert.rejects(verify(bytes), NotVerified);
});

test("turns come from every table of a token", async () => {
  const [first, second] = [await sitDown(), await verger.start("High Tide", { gm: "Ann", players: ["Bo"] })];
  const bo = new Verger(BASE, { token: first.bo.token });
  await bo.claim(second.invitations.get("Bo"));
  const turns = bo.turns();
  const next = async () => (await turns.next()).value.moment.session.id;
  assert.deepEqual(new Set([await next(), await next()]), new Set([first.bo.id, second.id]));
  await first.ann.move(line("spiders"));
  assert.equal(await next(), first.bo.id);
  await second.move(line("snakes"));
  assert.equal(await next(), second.id);
  bo.close();
});
