// Lint the AsyncAPI document with AsyncAPI's own parser, as its command line does: whatever it has to say is a fault.
import { fromFile, Parser } from "@asyncapi/parser";

// Generators take 3.0, of which it is; the newest adds nothing that it could say.
const OVERLOOKED = "asyncapi-latest-version";

const [file] = process.argv.slice(2);
const { diagnostics } = await fromFile(new Parser(), file).parse();
const told = diagnostics.filter(({ code }) => code !== OVERLOOKED);
for (const { code, message, path } of told) console.error(`${file}: ${path.join(".")}: ${message} (${code})`);
if (told.length) process.exit(1);
console.log(`${file}: nothing to say against the AsyncAPI document`);
