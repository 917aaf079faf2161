// The entry of the page and of its workers. Because they share one script, flakekit is downloaded once.

import type { Start as LeasesRequest } from "./leases/messages.ts";
import type { ListRequest } from "./list/messages.ts";
import type { StressRequest } from "./stress/messages.ts";
import type { Task } from "./worker.ts";

if ("document" in globalThis) {
  const main = document.getElementById("main") as HTMLElement;
  // The page needs the reader at once. If it cannot be loaded, the page says so.
  if (/[?&]id=/.test(location.hash)) import("./inspection/single.ts").catch(() => undefined);
  // The import is not awaited: chunks of the page import this chunk, so each would wait for the other.
  void import("./page.ts").then(
    ({ open }) => open(main),
    // For example, the browser lacks a feature that the scripts use.
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      const sentence = document.createElement("p");
      sentence.className = "error";
      sentence.role = "alert";
      sentence.textContent = `This page does not run in this browser: ${reason}`;
      main.replaceChildren(sentence);
    },
  );
} else {
  // The worker listens at once, because a message that the page sends before somebody listens is lost.
  const request = new Promise<MessageEvent>((resolve) => addEventListener("message", resolve, { once: true }));
  const tasks: Record<Task, () => Promise<void>> = {
    leases: async () => (await import("./leases/worker.ts")).runLeases((await request).data as LeasesRequest),
    list: async () => (await import("./list/worker.ts")).holdList((await request).data as ListRequest),
    stress: async () => (await import("./stress/worker.ts")).runStress((await request).data as StressRequest),
  };
  // The task is not awaited, because chunks that it imports import this chunk. The page hears of its errors as of all
  // errors.
  tasks[self.name as Task]().catch(reportError);
}
