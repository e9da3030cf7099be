// Lint the AsyncAPI document with AsyncAPI's own parser, as its command line does: whatever it has to say is a fault.
import { fromFile, Parser } from "@asyncapi/parser";

const [file] = process.argv.slice(2);
const { diagnostics } = await fromFile(new Parser(), file).parse();
for (const { code, message, path } of diagnostics) console.error(`${file}: ${path.join(".")}: ${message} (${code})`);
if (diagnostics.length) process.exit(1);
console.log(`${file}: nothing to say against the AsyncAPI document`);
