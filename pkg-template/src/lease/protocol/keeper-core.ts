// Starts the WebAssembly module with the states of keepers: that of the protocol, or the small one without it.

import type { KeeperCore } from "../../../core/keeper.js";
import { bytesOf, startNamed } from "../../bridge/index.js";
import { LOADING } from "./loading.js";

let start: (() => KeeperCore) | undefined;
let running: KeeperCore | undefined;

/** The module. The first call starts it. */
export function keeperCore(): KeeperCore {
  return (running ??= (start as () => KeeperCore)());
}

/** Takes the module of the protocol. */
export function useKeeperCore(given: () => KeeperCore): void {
  start = given;
}

/** Takes the small module, as hex digits, unless there is that of the protocol. */
export function useKeepers(hex: string): void {
  start ??= () => startNamed(bytesOf(hex), "flakekit/keeper", LOADING);
}
