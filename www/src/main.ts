// The page and its worker start from this one script: so both run the same copy of flakekit, downloaded once.

import { obey } from "./stress/worker.ts";

if ("document" in globalThis) {
  const { open } = await import("./page.ts");
  open(import.meta.url);
} else {
  obey();
}
