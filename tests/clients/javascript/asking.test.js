// What the TypeScript client sends again, what it makes of forms, and what it believes: no server is asked.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";

import { Form, FormError, Problem, Unreachable, Verger, verified } from "verger-client";

const SESSION = "5e550000-0000-4000-8000-000000000001";
const EVENT = { version: 3, type: "a_new_type", event: { effects: [{ effect: "never_seen", of: 1 }] }, weather: "fair" };

// A line to a server that answers as it is told to.
function lineTo(answers, retrySeconds = 60) {
  const asked = [];
  const fetch = async (_, request) => {
    asked.push(request);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer ?? silence(request);
  };
  const verger = new Verger("http://verger", { token: "vg_x", retrySeconds, timeoutSeconds: 0.5, fetch });
  return { asked, bo: verger.session(SESSION, "s2") };
}

const silence = ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
const brokenOff = () => new ReadableStream({ start: (body) => body.error(new TypeError("terminated")) });
const no = (status, code, headers = {}) => new Response(JSON.stringify({ title: "No", status, detail: "No.", code }), { status, headers });
const made = () => new Response(JSON.stringify(EVENT), { status: 201 });

for (const [name, first] of Object.entries({
  "a lost connection": () => new TypeError("fetch failed"),
  "an answer that breaks off": () => new Response(brokenOff(), { status: 201 }),
  "no answer in time": () => null,
  "a 503": () => no(503, "unavailable", { "Retry-After": "0" }),
  "a 429": () => no(429, "rate_limited", { "Retry-After": "0" }),
  "what is still under way": () => no(409, "request_running", { "Retry-After": "0" }),
}))
  test(`after ${name} the same is sent again with its key`, async () => {
    const { asked, bo } = lineTo([first(), made()]);
    await bo.move("hum", {}, { seen: 2 });
    const [one, other] = asked;
    assert.equal(one.headers.get("Idempotency-Key"), other.headers.get("Idempotency-Key"));
    assert.match(one.headers.get("Idempotency-Key"), /^\w{32}$/);
    assert.deepEqual([one.body, one.headers.get("If-Match")], [other.body, '"2"']);
  });

for (const status of [400, 401, 403, 404, 409, 410, 412, 422, 500, 503])
  test(`after a ${status} that says no time nothing is sent again`, async () => {
    const { asked, bo } = lineTo([no(status, "no_such_thing")], 1);
    await assert.rejects(bo.move("hum"), Problem);
    assert.equal(asked.length, 1);
  });

test("nothing is sent beyond the budget", async () => {
  await assert.rejects(lineTo([no(429, "rate_limited", { "Retry-After": "60" })], 30).bo.move("hum"), { code: "rate_limited" });
  const { bo } = lineTo([new TypeError("fetch failed")], 0);
  await assert.rejects(bo.move("hum"), { name: "Unreachable", message: "http://verger does not answer: fetch failed" });
  await assert.rejects(lineTo([new TypeError("fetch failed")], 0).bo.move("hum"), Unreachable);
});

test("what a newer server says is read, and what is no problem of Verger is one by its status", async () => {
  assert.deepEqual(await lineTo([made()]).bo.move("hum"), EVENT);
  await assert.rejects(lineTo([new Response("<h1>nginx</h1>", { status: 502 })]).bo.move("hum"), { code: "status_502" });
});

const TEXT = { field: "text", name: "text", label: "What it is", limit: 9 };
const KIND = { field: "choices", name: "kind", label: "Kind", choices: [{ value: "line" }, { value: "veil" }] };
const limit = new Form({ fixed: { move: "add_limit" }, fields: [KIND, TEXT], label: "Set a limit" });
const hum = (...fields) => new Form({ fixed: { move: "hum" }, fields });

test("what is not given to a form is the first that is legal", () => {
  assert.deepEqual(limit.fill({ text: "spiders" }), { move: "add_limit", kind: "line", text: "spiders" });
});

test("what is not legal in a form is said", () => {
  const said = (given, message) => assert.throws(() => limit.fill(given), { name: "FormError", message });
  said({}, "“What it is” has to be given.");
  said({ text: "tarantulas" }, "“What it is” takes 1 to 9 characters, not 10.");
  said({ text: "x", kind: "wall" }, '“Kind” is one of line, veil, not "wall".');
  said({ txt: "x" }, "“Set a limit” has no field txt; it has: kind, text.");
});

test("each kind of field has a default or may be left out", () => {
  const filled = (field) => hum({ name: "it", ...field }).fill().it;
  assert.equal(filled({ field: "number", least: 2, most: 5 }), 2);
  assert.equal(filled({ field: "text", limit: 9, optional: true }), undefined);
  assert.equal(filled({ field: "subset", choices: [{ value: 1 }], most: 1 }), undefined);
  assert.equal(filled({ field: "melody", notes: [1] }), undefined);
  assert.deepEqual(filled({ field: "group", shapes: [{ fixed: { a: 1 } }], many: 3 }), [{ a: 1 }]);
  assert.throws(() => filled({ field: "dice", count: 2, faces: 6 }), FormError);
});

test("a value that another excludes is not taken, and what repeats others repeats as many as there have to be", () => {
  const one = { ...KIND, name: "one" };
  assert.deepEqual(hum(one, { ...KIND, excludes: "one" }).fill(), { move: "hum", one: "line", kind: "veil" });
  const jobs = { field: "group", name: "jobs", many: 3, distinct: "kind", shapes: [{ fixed: {}, fields: [KIND] }] };
  const best = { field: "echo", name: "best", of: "jobs.kind", many: 2 };
  const sheet = { field: "group", name: "sheet", shapes: [{ fixed: {}, fields: [best] }] };
  assert.deepEqual(hum(sheet, jobs).fill(), { move: "hum", jobs: [{ kind: "line" }, { kind: "veil" }], sheet: { best: ["line", "veil"] } });
});

test("a delivery is believed by its signature", async () => {
  const body = JSON.stringify({ type: "session.moved", timestamp: "2026-01-01T19:30:00Z", data: { version: 12 } });
  const at = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from("a secret of thirty-two characters");
  const signature = `v1,${createHmac("sha256", key).update(`m1.${at}.${body}`).digest("base64")}`;
  const headers = { "webhook-id": "m1", "webhook-timestamp": at, "Webhook-Signature": `v1,AAAA ${signature}` };
  const secret = `whsec_${key.toString("base64")}`;
  assert.equal((await verified(secret, headers, Buffer.from(body))).data.version, 12);
  assert.equal((await verified(["whsec_AAAA", secret], headers, body)).type, "session.moved");
  await assert.rejects(verified(secret, headers, `${body} `), { message: "The delivery is not signed with this secret." });
  await assert.rejects(verified(secret, { ...headers, "webhook-timestamp": "1767295800" }, body), {
    message: "The delivery is too old, or from the future.",
  });
});
