// The clock of a server, which steps: by faketime, which reads a file at each reading of the clock.

import { spawnSync } from "node:child_process";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { program } from "../../../scripts/debian.mjs";

const fileOf = (server) => join(server.folder, "clock");

/** Starts a server again, under faketime. */
export async function underFaketime(server) {
  const faketime = await program("FAKETIME_PROGRAM");
  const { stdout } = spawnSync(faketime, ["-f", "+0", "printenv", "LD_PRELOAD"], { encoding: "utf8" });
  setClock(server, 0);
  server.env = {
    LD_PRELOAD: stdout.trim(),
    FAKETIME_TIMESTAMP_FILE: fileOf(server),
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    FAKETIME_DISABLE_SHM: "1",
  };
  await server.stop();
  await server.start();
}

/** Sets the clock of a server this many ms ahead. The file is replaced as a whole, so that nobody reads half of it. */
export function setClock(server, ms) {
  const file = fileOf(server);
  writeFileSync(`${file}.new`, `${ms < 0 ? "" : "+"}${ms / 1000}`);
  renameSync(`${file}.new`, file);
}
