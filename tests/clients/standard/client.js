// A client with Node's fetch, and npm's eventsource for the stream. README.md explains these programs.
import { createInterface } from "node:readline";
import { EventSource } from "eventsource";

const [how, address, token] = process.argv.slice(2);
const encoded = (bytes) => Buffer.from(bytes).toString("base64");

async function ask() {
  for await (const line of createInterface({ input: process.stdin })) {
    const [method, path, body, ...fields] = line.split("\t");
    const headers = fields.map((field) => field.split(/: (.*)/s).slice(0, 2));
    const answer = await fetch(address + path, { method, headers, body: body ? Buffer.from(body, "base64") : undefined });
    const told = [...answer.headers].map(([name, value]) => `${name}: ${value}`);
    console.log([answer.status, encoded(await answer.arrayBuffer()), ...told].join("\t"));
  }
}

function follow() {
  const asking = (url, { headers, ...rest }) => fetch(url, { ...rest, headers: { ...headers, Authorization: `Bearer ${token}` } });
  const stream = new EventSource(address, { fetch: asking });
  stream.onmessage = ({ lastEventId, data }) => console.log([lastEventId, "", encoded(data)].join("\t"));
  stream.addEventListener("end", () => stream.close());
}

how === "ask" ? await ask() : follow();
