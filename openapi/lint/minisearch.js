// Print MiniSearch, which searches the portal's pages, as one file without comments and with its licence.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const program = fileURLToPath(import.meta.resolve("minisearch"));
const { version, license } = JSON.parse(readFileSync("node_modules/minisearch/package.json", "utf8"));
const compilerOptions = { removeComments: true, target: "es2022", module: "es2022" };
const { outputText } = ts.transpileModule(readFileSync(program, "utf8"), { compilerOptions });
process.stdout.write(
  `/*! MiniSearch ${version} (${license})\n\n${readFileSync("node_modules/minisearch/LICENSE.txt", "utf8")}*/\n${outputText}`,
);
