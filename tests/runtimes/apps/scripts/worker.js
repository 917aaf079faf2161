import { make } from "./make.js";

// Chromium keeps the worker until it has replied.
globalThis.chrome.runtime.onMessage.addListener((_message, _sender, reply) => {
  make().then(reply);
  return true;
});
