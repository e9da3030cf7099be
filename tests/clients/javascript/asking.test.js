// Repeated requests, forms and checked answers of the TypeScript client, without a server.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Form, FormError, Unreachable, Verger, verified } from "verger-client";

const SESSION = "5e550000-0000-4000-8000-000000000001";
const EVENT = { version: 3, type: "a_new_type", event: { effects: [{ effect: "never_seen", of: 1 }] }, weather: "fair" };

// A client, and a simulated server that gives these answers.
function lineTo(answers, retrySeconds = 60) {
  const asked = [];
  const lines = [];
  const fetch = async (address, request) => {
    asked.push({ ...request, address });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer ?? silence(request);
  };
  const verger = new Verger("http://verger", { token: "vg_x", retrySeconds, timeoutSeconds: 0.5, fetch, log: (line) => lines.push(line) });
  return { asked, lines, verger, bo: verger.session(SESSION, "s2") };
}

const silence = ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
const JSON_TYPE = { "Content-Type": "application/json" };
const PROBLEM = { "Content-Type": "application/problem+json" };
const answer = (body, status = 200, headers = JSON_TYPE) => new Response(body, { status, headers });
const no = (status, code, headers = {}) =>
  answer(JSON.stringify({ title: "No", status, detail: "No.", code }), status, { ...PROBLEM, ...headers });
const made = () => answer(JSON.stringify(EVENT), 201);
test("nothing is sent beyond the budget", async () => {
  await assert.rejects(lineTo([no(429, "rate_limited", { "Retry-After": "60" })], 30).bo.move("hum"), { code: "rate_limited" });
  const { bo } = lineTo([new TypeError("fetch failed")], 0);
  await assert.rejects(bo.move("hum"), { name: "Unreachable", message: "http://verger does not answer: fetch failed" });
  await assert.rejects(lineTo([new TypeError("fetch failed")], 0).bo.move("hum"), Unreachable);
});

const HOME = `/v1/sessions/${SESSION}`;

test("every operation of the API has a method", () => {
  const ids = Object.values(JSON.parse(readFileSync(process.env.DOCUMENT, "utf8")).paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId }) => operationId ?? []);
  assert.ok(ids.length > 70);
  const { bo } = lineTo([]);
  assert.deepEqual(
    ids.filter((id) => typeof bo[id] !== "function"),
    [],
  );
});

test("the seat of the session acts, and ids stay one part of the path", async () => {
  const { asked, bo } = lineTo([new Response(null, { status: 204 }), new Response(null, { status: 204 }), answer("{}"), made()]);
  await bo.endSession({ seen: 2 });
  await bo.revokeToken("../t 1");
  await bo.changeWebhook("w1", { enabled: false, types: undefined });
  await bo.postMove({ move: "hum" }, { key: "mine" });
  assert.deepEqual(
    asked.map(({ method, address }) => `${method} ${address.slice("http://verger".length)}`),
    [`DELETE ${HOME}?seat=s2`, `DELETE ${HOME}/tokens/..%2Ft%201`, `PATCH ${HOME}/webhooks/w1`, `POST ${HOME}/moves?seat=s2`],
  );
  assert.equal(asked[0].headers.get("If-Match"), '"2"');
  assert.deepEqual([asked[2].body, asked[3].headers.get("Idempotency-Key")], ['{"enabled":false}', "mine"]);
});

test("what is no JSON is read too, and an answer is given as a whole", async () => {
  const { asked, bo, verger } = lineTo([
    answer("<svg/>", 200, { "Content-Type": "image/svg+xml" }),
    answer("{}", 200, { ...JSON_TYPE, ETag: '"2"' }),
    answer("{}", 201),
  ]);
  assert.equal(await bo.getNetworkPicture({ at: 2 }), "<svg/>");
  assert.equal(asked[0].headers.get("Accept"), "image/svg+xml");
  assert.equal((await bo.request("GET")).headers.get("ETag"), '"2"');
  await verger.importSession(new TextEncoder().encode("{}\n"));
  assert.equal(asked[2].headers.get("Content-Type"), "application/x-ndjson");
});

test("the newest events come first until there are no more", async () => {
  const page = (versions, next_before) =>
    answer(JSON.stringify({ events: versions.map((version) => ({ version })), next_after: null, next_before }));
  const { asked, bo } = lineTo([page([5, 4], 4), page([3, 2], 2), page([1], null)]);
  const found = [];
  for await (const { version } of bo.events(0, { order: "newest" })) found.push(version);
  assert.deepEqual(found, [5, 4, 3, 2, 1]);
  assert.deepEqual(
    asked.map(({ address }) => new URL(address).searchParams.get("before")),
    [null, "4", "2"],
  );
});

test("times differ by call, and a log has no token", async () => {
  const { asked, lines, verger, bo } = lineTo([new TypeError("fetch failed"), new TypeError("fetch failed"), made()]);
  await assert.rejects(bo.withOptions({ retrySeconds: 0 }).move("hum"), Unreachable);
  await assert.rejects(verger.withOptions({ retrySeconds: 0 }).session(SESSION, "s2").move("hum"), Unreachable);
  await bo.move("hum");
  assert.equal(asked.length, 3);
  assert.deepEqual(lines, [`POST ${HOME}/moves: 201`]);
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
