/** Next.js calls this function when a server starts. */
export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") await import("./shutdown.js");
}
