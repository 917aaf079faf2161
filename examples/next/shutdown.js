import { ids } from "./ids.js";

// Without NEXT_MANUAL_SIG_HANDLE, Next.js ends the process at once.
if (process.env.NEXT_MANUAL_SIG_HANDLE !== undefined) {
  process.once("SIGTERM", async () => {
    await ids.close(); // ends the lease of all copies of ids.js
    process.exit();
  });
}
