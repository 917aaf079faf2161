import { readFileSync } from "node:fs";
import { defineConfig, minifySync } from "vite";

const textOf = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

/** The address of the page's folder, with a slash at its end, if the page is built for an address. */
const siteUrl = process.env.SITE_URL ? new URL(process.env.SITE_URL.replace(/\/*$/, "/")).href : undefined;

/** The gzipped size of a bundle, as the README states it. A test compares the README with bundles. */
const sizeOf = (bundle) => textOf("../README.md").match(`\\| ${bundle} \\| [\\d.]+ KiB \\| ([\\d.]+ KiB) \\|`)[1];

/** The facts that the page states about the package. */
const FACTS = {
  FLAKEKIT_VERSION: JSON.parse(textOf("node_modules/flakekit/package.json")).version,
  FLAKEKIT_READING: sizeOf("one format, Discord's: every member"),
  FLAKEKIT_MAKING: sizeOf("one format: make, read and check"),
};

/** Emits the service worker with the list of the page's files. The list names its cache, so a new build gets a new cache. */
const offline = {
  name: "offline",
  // The plugin runs after Vite has removed unused chunks.
  enforce: "post",
  generateBundle(_, bundle) {
    const files = [
      "./",
      "./icon.svg",
      "./manifest.webmanifest",
      ...Object.keys(bundle)
        .filter((name) => name !== "index.html")
        .map((name) => `./${name}`),
    ];
    const source = textOf("src/offline.js");
    this.emitFile({
      type: "asset",
      fileName: "offline.js",
      source: minifySync("offline.js", `const FILES = ${JSON.stringify(files)};\n${source}`).code,
    });
  },
};

/**
 * The policy that lets nothing leave the browser: the page may load and ask only its own server, for its own files. The
 * attribute `style` sets colours and widths of fields.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The chunks that the entry loads, and those that they import in turn: all that the view "Read" needs. */
function chunksOfPage(bundle) {
  const page = Object.values(bundle).find(({ moduleIds }) => moduleIds?.some((id) => id.endsWith("/src/page.ts")));
  const found = new Set([page.fileName]);
  for (const name of found) for (const imported of bundle[name].imports) found.add(imported);
  return [...found];
}

/** Adds the policy, and loads the page's chunks at once instead of one after the other. */
const head = {
  name: "head",
  apply: "build",
  transformIndexHtml: (_, { bundle }) => [
    { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
    ...chunksOfPage(bundle).map((name) => ({
      tag: "link",
      attrs: { rel: "modulepreload", crossorigin: true, href: `./${name}` },
      injectTo: "head",
    })),
  ],
};

/**
 * The picture that other sites show with a link to the page. They need its whole address, so the page has one only if the
 * variable SITE_URL is the address of its folder, such as `https://example.com/ids`.
 */
const picture = {
  name: "picture",
  apply: "build",
  generateBundle() {
    const source = readFileSync(new URL("screenshots/read.png", import.meta.url));
    this.emitFile({ type: "asset", fileName: "picture.png", source });
  },
  transformIndexHtml() {
    return [
      { property: "og:url", content: siteUrl },
      { property: "og:image", content: `${siteUrl}picture.png` },
      { name: "twitter:card", content: "summary_large_image" },
    ].map((attrs) => ({ tag: "meta", attrs, injectTo: "head" }));
  },
};

/** Loads chunks without Vite's helper, which preloads style sheets: the page has one, and `index.html` names it. */
const plainImports = {
  name: "plain-imports",
  apply: "build",
  enforce: "pre",
  load: (id) => (id.endsWith("vite/preload-helper.js") ? "export const __vitePreload = (load) => load();" : undefined),
};

export default defineConfig({
  // The base is relative, so that the page works from any folder.
  base: "./",
  define: Object.fromEntries(Object.entries(FACTS).map(([name, fact]) => [name, JSON.stringify(fact)])),
  build: {
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    target: "es2023",
    rolldownOptions: {
      output: {
        minifyInternalExports: false,
        // The page has few files, because each file that the view "Read" loads delays the first draw on slow
        // processors.
        codeSplitting: {
          groups: [
            // The package has files of its own, so that the page's weight can be told from the package's.
            { name: "flakekit", test: /flakekit[\\/]shared\.js$/ },
            // The core, which only the views that make IDs need.
            { name: "flakekit-making", test: /flakekit[\\/]index\.js$/ },
            // After the main entry, which it imports: a group takes what it needs.
            { name: "flakekit-lease", test: /flakekit[\\/](shared-)?lease\.js$/ },
            { name: "flakekit-sql", test: /flakekit[\\/]sql\.js$/ },
            { name: "flakekit-inspect", test: /flakekit[\\/](shared-inspect|inspect[\\/]manual)\.js$/ },
            // The module for single IDs, which lists do not need.
            { name: "flakekit-inspect-single", test: /flakekit[\\/]inspect\.js$|inspection[\\/]single\.ts$/ },
            { name: "flakekit-no-wasm", test: /flakekit[\\/]inspect[\\/]no-wasm\.js$/ },
            { name: "entry", test: /preload-helper|src[\\/]main\.ts$/ },
            // The modules that the workers also use. They must not use the document when they are loaded, because
            // workers have no document.
            {
              name: "common",
              test: /src[\\/](formats|inspection|paste)[\\/]|src[\\/](address|attempt|names|when)\.ts$|tables[\\/]damage\.ts$/,
            },
            { name: "page", test: /src[\\/]page\.ts$/ },
          ],
        },
      },
    },
  },
  plugins: [offline, head, siteUrl && picture, plainImports],
});
