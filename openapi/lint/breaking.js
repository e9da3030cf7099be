// Print every difference from a released API document that docs/compatibility.md calls breaking, and fail if there is one.
// The package finds the differences. It knows which of them break requests. Its judgement of answers is not ours: it counts a
// removed member as harmless, and a new value or a wider bound as breaking.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { apiDiff } from "api-smart-diff";

// Operators set some limits of what answers contain, and a later server can have wider ones.
const BOUNDS = new Set(["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"]);
// The package does not know webhooks, and so it counts their texts as more than texts.
const TEXTS = new Set(["description", "summary", "title", "example", "examples", "tags", "operationId"]);

const isAnswer = ([part, ...path]) => part === "webhooks" || path.includes("responses");
const isMember = (path, at = path.length - 1) => path[at - 1] === "properties";
const isInText = (path) => path.some((part, at) => TEXTS.has(part) && !isMember(path, at));

function breaks({ type, action, path }) {
  // Components are compared where an operation uses them.
  if (path[0] === "components" || type === "annotation" || isInText(path)) return false;
  if (isMember(path) && action === "remove") return true;
  if (!isAnswer(path)) return type === "breaking";
  return action !== "add" && !BOUNDS.has(path.at(-1));
}

const [released, now] = process.argv.slice(2);
const found = apiDiff(JSON.parse(gunzipSync(readFileSync(released))), JSON.parse(readFileSync(now))).filter(breaks);
for (const { action, path } of found) console.error(`${now}: ${action} ${path.join(" ")}`);
if (found.length) process.exit(1);
console.log(`${now}: nothing breaks the clients of the released API`);
