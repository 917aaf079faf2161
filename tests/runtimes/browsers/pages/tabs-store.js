// A worker that answers calls of its store.

import { tabs } from "../node_modules/flakekit/lease/tabs.js";

const store = tabs();

globalThis.addEventListener("message", async ({ data: { number, method, args } }) => {
  try {
    globalThis.postMessage({ number, answer: await store[method](...args) });
  } catch (error) {
    globalThis.postMessage({ number, error: error.message });
  }
});
