import { setTimeout as sleep } from "node:timers/promises";
import { WINDOW_MS } from "../lib/spaces.mjs";

/** The fault of a full disk, if the disk can be filled. */
export function fullDisk(disk) {
  if (!disk.canBeFull) return [];
  const fill = async (random) => {
    disk.fill();
    await sleep(random.between(0.2, 2) * WINDOW_MS);
    disk.empty();
  };
  return [{ name: "full disk", apply: fill }];
}
