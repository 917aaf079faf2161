// The entry of the page and of its workers. Because they share one script, flakekit is downloaded once.

import type { Task } from "./worker.ts";

if ("document" in globalThis) {
  const main = document.getElementById("main") as HTMLElement;
  await import("./page.ts").then(
    ({ open }) => open(main),
    // Browsers without WebAssembly, and those that forbid it, as in Lockdown Mode.
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      const sentence = document.createElement("p");
      sentence.className = "error";
      sentence.role = "alert";
      sentence.textContent = `This page cannot read IDs in this browser: ${reason}`;
      main.replaceChildren(sentence);
    },
  );
} else {
  // Listens at once: what the page sends before somebody listens is lost.
  const request = new Promise<MessageEvent>((resolve) => addEventListener("message", resolve, { once: true }));
  const run =
    self.name === ("leases" satisfies Task)
      ? (await import("./leases/worker.ts")).runLeases
      : (await import("./stress/worker.ts")).runStress;
  await run((await request).data);
}
