// A display without a screen, for browsers that cannot run without one.

import { startProgram } from "./profiles.mjs";
import { program } from "./program.mjs";

/** Chooses a free display, and writes its number to file descriptor 3. */
const ARGUMENTS = ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"];

/**
 * Starts Xvfb. `env` is the environment of a browser that draws on it and keeps all of its files in a profile. `kill`
 * ends Xvfb. `onEnd` is called with an error if Xvfb ends by itself.
 */
export async function startDisplay(profile, onEnd) {
  // Xvfb removes its socket and its lock when it is asked to end.
  const options = { signal: "SIGTERM", stdio: ["ignore", "ignore", "ignore", "pipe"] };
  const { kill, streams } = startProgram(await program("XVFB"), ARGUMENTS, options, onEnd);
  try {
    return { env: environment(profile, await firstLine(streams[3])), kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

async function firstLine(stream) {
  let text = "";
  for await (const part of stream.setEncoding("utf8")) {
    text += part;
    if (text.includes("\n")) return text.trim();
  }
  throw new Error("Xvfb has ended without telling its display");
}

function environment(profile, display) {
  const folders = ["HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"];
  return {
    ...process.env,
    ...Object.fromEntries(folders.map((name) => [name, profile])),
    DISPLAY: `:${display}`,
    GDK_BACKEND: "x11",
    // Without this address, GTK starts programs of the desktop, which would outlive the browser.
    DBUS_SESSION_BUS_ADDRESS: "disabled:",
    NO_AT_BRIDGE: "1",
  };
}
