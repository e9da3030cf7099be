// Build single modules of the page, for tests that call them. The variable MODULES has the names of the modules.
import { resolve } from "node:path";
import page from "./vite.config.ts";

const names = (process.env["MODULES"] ?? "").split(" ");

export default {
  ...page,
  build: {
    outDir: process.env["FOLDER"],
    emptyOutDir: true,
    target: page.build?.target,
    minify: false,
    modulePreload: false,
    rolldownOptions: {
      input: Object.fromEntries(names.map((name) => [name, resolve(import.meta.dirname, `src/${name}.ts`)])),
      preserveEntrySignatures: "strict",
      output: { entryFileNames: "[name].js" },
    },
  },
};
