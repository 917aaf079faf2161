import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

/** Emits the service worker with the list of the page's files. The list names its cache, so a new build gets a new cache. */
const offline = {
  name: "offline",
  generateBundle(_, bundle) {
    const files = [
      "./",
      "./icon.svg",
      ...Object.keys(bundle)
        .filter((name) => name !== "index.html")
        .map((name) => `./${name}`),
    ];
    const source = readFileSync(new URL("src/offline.js", import.meta.url), "utf8");
    this.emitFile({
      type: "asset",
      fileName: "offline.js",
      source: `const FILES = ${JSON.stringify(files)};\n${source}`,
    });
  },
};

export default defineConfig({
  // Relative, so that the page works from any folder.
  base: "./",
  build: {
    assetsInlineLimit: 0,
    modulePreload: false,
    target: "es2023",
    rolldownOptions: {
      output: {
        // The package has files of its own, so that the page's weight can be told from the package's.
        codeSplitting: {
          groups: [
            { name: "flakekit-lease", test: /flakekit[\\/](shared-)?lease\.js$/ },
            { name: "flakekit", test: /flakekit[\\/]index\.js$/ },
          ],
        },
      },
    },
  },
  plugins: [offline],
});
