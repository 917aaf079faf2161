// A shared or service worker that makes an ID under a lease whenever it is asked.

import { discord } from "../node_modules/flakekit/index.js";
import { lease } from "../node_modules/flakekit/lease.js";
import { tabs } from "../node_modules/flakekit/lease/tabs.js";

async function answer({ data: terms, ports: [port] }) {
  try {
    const ids = await lease(discord, { store: tabs(), ...terms });
    port.postMessage({ scope: globalThis.constructor.name, id: ids.next() });
  } catch (error) {
    port.postMessage({ error: error.stack });
  }
}

globalThis.addEventListener("message", answer);
globalThis.addEventListener("connect", ({ ports: [port] }) => {
  port.addEventListener("message", answer);
  port.start();
});
