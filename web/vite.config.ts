import { resolve } from "node:path";
import { defineConfig } from "vite";

const below = (path: string) => resolve(import.meta.dirname, path);

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  resolve: {
    alias: [
      { find: /^verger-client\/(.+)$/, replacement: below("../clients/typescript/verger-client/$1.js") },
      { find: "verger-client", replacement: below("../clients/typescript/verger-client/index.js") },
    ],
  },
  build: {
    // These versions have all features that the sources use, such as light-dark() and Map.groupBy().
    target: ["chrome123", "firefox120", "safari17.5"],
    outDir: below("../service/annexes/page/built"),
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      // Without this, the build reports slow plugins on a slow machine.
      checks: { pluginTimings: false },
      input: { main: below("src/main.ts"), worker: below("src/worker.ts") },
      // The names need no hash: the server puts a hash of all files into the path of their folder.
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", assetFileNames: "main[extname]" },
    },
  },
});
