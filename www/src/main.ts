// The entry of both the page and its worker. Because they share one script, flakekit is downloaded once.

import { startStressWorker } from "./stress/worker.ts";

if ("document" in globalThis) {
  const { open } = await import("./page.ts");
  open(import.meta.url);
} else {
  startStressWorker();
}
