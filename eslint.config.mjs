import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import ts from "typescript-eslint";

export default defineConfig(
  { ignores: ["dist/", "target/", ".tools/", "pkg-template/core/", "www/dist/", "examples/react/dist/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [ts.configs.strict, ts.configs.stylistic],
    rules: {
      // `this: void` says that a method can be passed on as a function.
      "@typescript-eslint/no-invalid-void-type": ["error", { allowAsThisParameter: true }],
      // Editors show the name of an interface, and the whole of another type.
      "@typescript-eslint/no-empty-object-type": ["error", { allowInterfaces: "with-single-extends" }],
      // A module of NestJS is an empty class: its decorator has everything.
      "@typescript-eslint/no-extraneous-class": ["error", { allowWithDecorator: true }],
    },
  },
  {
    // An error in a promise that nobody awaits ends the user's process, or is lost. Only TypeScript has these rules: with the
    // JavaScript of tests and scripts, eslint would take three times as long as without types.
    files: ["pkg-template/src/**/*.ts", "www/src/**/*.ts"],
    languageOptions: {
      parserOptions: {
        project: [".", "pkg-template/src/lease/stores", "pkg-template/src/cli", "www"].map(
          (folder) => `${folder}/tsconfig.json`,
        ),
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      // A promise that is returned within `try` without `await` rejects outside of it.
      "@typescript-eslint/return-await": "error",
    },
  },
  {
    // Without `await`, the test ends before the expectation.
    files: ["tests/**", "www/tests/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "ExpressionStatement > CallExpression[callee.property.name=/^(rejects|doesNotReject)$/]",
          message: "Await the expectation: nothing fails when the test ends before it.",
        },
      ],
    },
  },
  {
    files: ["**/*.js", "**/*.jsx", "**/*.mjs", "**/*.cjs"],
    languageOptions: {
      parserOptions: { ecmaFeatures: { jsx: true } },
      globals: Object.fromEntries(
        [
          "AbortController",
          "AbortSignal",
          "MessageChannel",
          "Buffer",
          "FormData",
          "ReadableStream",
          "Headers",
          "Request",
          "Response",
          "URL",
          "__dirname",
          "clearInterval",
          "console",
          "fetch",
          "module",
          "performance",
          "process",
          "require",
          "setImmediate",
          "setInterval",
          "setTimeout",
        ].map((name) => [name, "readonly"]),
      ),
    },
  },
  {
    files: ["tests/fuzz/**", "tests/scripts/**"],
    languageOptions: {
      globals: Object.fromEntries(
        ["TextDecoder", "WebAssembly", "queueMicrotask", "structuredClone"].map((name) => [name, "readonly"]),
      ),
    },
  },
  {
    files: ["examples/page/public/**", "examples/react/src/**"],
    languageOptions: {
      globals: Object.fromEntries(
        ["FormData", "addEventListener", "document", "location"].map((name) => [name, "readonly"]),
      ),
    },
  },
  {
    files: ["tests/runtimes/browsers/**"],
    languageOptions: {
      globals: Object.fromEntries(
        ["URL", "WebAssembly", "Worker", "clearTimeout", "document", "fetch", "setTimeout"].map((name) => [
          name,
          "readonly",
        ]),
      ),
    },
  },
  {
    files: ["www/src/offline.js"],
    languageOptions: {
      globals: Object.fromEntries(["FILES", "caches", "fetch", "self"].map((name) => [name, "readonly"])),
    },
  },
  {
    files: ["www/docs/*.js"],
    languageOptions: {
      globals: Object.fromEntries(
        ["MutationObserver", "document", "location", "navigator", "window"].map((name) => [name, "readonly"]),
      ),
    },
  },
  {
    // What they hand to the browser runs there.
    files: ["www/tests/**"],
    languageOptions: {
      globals: Object.fromEntries(
        [
          "ClipboardEvent",
          "DataTransfer",
          "PerformanceObserver",
          "document",
          "innerWidth",
          "performance",
          "setTimeout",
        ].map((name) => [name, "readonly"]),
      ),
    },
  },
  { files: ["tests/runtimes/tools/jest/**"], languageOptions: { globals: { test: "readonly" } } },
  {
    rules: {
      "no-unused-vars": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
    },
    plugins: { "@typescript-eslint": ts.plugin },
  },
  // What must not compile is written down there as it stands, and never runs.
  { files: ["tests/types/**"], rules: { "@typescript-eslint/no-unused-expressions": "off" } },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
);
