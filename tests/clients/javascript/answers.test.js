// How the TypeScript client handles bad answers. The tests of the Python client have the same cases.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Problem, Unreachable, Verger, VergerError } from "verger-client";

const CASES = JSON.parse(readFileSync(process.env.ANSWERS, "utf8"));
// An event of a newer server: its type, effects and some members are unknown.
const EVENT = { type: "a_new_type", event: { effects: [{ effect: "never_seen", of: 1 }] }, weather: "fair" };

const response = ({ status = 200, form = "", text = "", breaks = false, headers = {}, lines, more, ...problem }) => {
  if (problem.code) [text, form] = [JSON.stringify({ title: "No", detail: "No.", status, ...problem }), "application/problem+json"];
  if (lines || more)
    [text, form] = [
      (lines ?? []).map((version) => `${JSON.stringify({ ...EVENT, version })}\n`).join("") + (more ?? ""),
      "application/x-ndjson",
    ];
  const body = new ReadableStream({
    start(controller) {
      if (text) controller.enqueue(new TextEncoder().encode(text));
      if (!breaks) controller.close();
    },
    pull: (controller) => controller.error(new TypeError("terminated")),
  });
  return new Response(body, { status, headers: { ...(form && { "Content-Type": form }), ...headers } });
};

const silence = ({ signal }) =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  });

function serverOf(answers, retrySeconds = 60) {
  const asked = [];
  const left = [...answers];
  const fetch = async (address, request) => {
    asked.push({ ...request, address });
    const answer = left.shift();
    if (answer === "lost") throw new TypeError("fetch failed");
    if (answer === "silent") return silence(request);
    if (answer === "event 3")
      return new Response(JSON.stringify({ ...EVENT, version: 3 }), { status: 201, headers: { "Content-Type": "application/json" } });
    return response(answer);
  };
  const verger = new Verger("http://verger", { token: "vg_x", retrySeconds, timeoutSeconds: 0.3, fetch });
  return { asked, left, bo: verger.session("5e550000-0000-4000-8000-000000000001", "s2") };
}

async function heard(bo, { draws, follows, gives, error }) {
  const found = [];
  try {
    if (draws) return [[await bo.getNetworkPicture()], null];
    if (!follows) return [[(await bo.move("hum", {}, { seen: 2 })).version], null];
    for await (const { version } of bo.follow()) if (found.push(version) === gives.length && !error) break;
  } catch (thrown) {
    return [found, thrown];
  }
  return [found, null];
}

for (const one of CASES)
  test(one.name, async () => {
    const { asked, left, bo } = serverOf(one.answers);
    const [gives, error] = await heard(bo, one);
    assert.deepEqual([gives, error?.name], [one.gives ?? [], one.error]);
    if (error) assert.ok(error instanceof VergerError);
    if (error instanceof Problem) assert.equal(error.code, one.code);
    assert.equal(left.length, 0);
    const places = asked.map(({ address }) => new URL(address).searchParams.get("after") ?? "0");
    assert.deepEqual(places, one.after ?? places.map(() => "0"));
    assert.equal(new Set(asked.map(({ headers }) => headers.get("Idempotency-Key"))).size, 1);
    assert.equal(new Set(asked.map(({ body }) => body)).size, 1);
    if (!one.follows && !one.draws) assert.match(asked[0].headers.get("Idempotency-Key"), /^\w{32}$/);
  });

for (const { name, answers } of CASES.filter((one) => one.answers.at(-1) === "event 3"))
  test(`${name}, and no time to ask again`, async () => {
    const { asked, bo } = serverOf(answers, -1);
    await assert.rejects(bo.move("hum"), (error) => error instanceof Problem || error instanceof Unreachable);
    assert.equal(asked.length, 1);
  });

test("an answer may take long, if it goes on", async () => {
  const pieces = ['{"version"', ":", "3", "}"].map((text) => new TextEncoder().encode(text));
  const body = new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      pieces.length ? controller.enqueue(pieces.shift()) : controller.close();
    },
  });
  const fetch = async () => new Response(body, { headers: { "Content-Type": "application/json" } });
  const verger = new Verger("http://verger", { timeoutSeconds: 0.5, retrySeconds: 0, fetch });
  assert.deepEqual(await verger.getApp(), { version: 3 });
});

test("a closed client says so", async () => {
  const verger = new Verger("http://verger", { fetch: (_, request) => silence(request) });
  const asked = verger.getApp();
  verger.close();
  for (const one of [asked, verger.getApp()])
    await assert.rejects(one, { name: "Closed", message: "The connection to http://verger is closed." });
});
