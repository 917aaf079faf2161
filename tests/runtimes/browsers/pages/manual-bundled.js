// Vite copies the modules' files beside the bundle and returns their URLs. The seats are those of the site.
import * as flakekit from "flakekit/manual";
import coreUrl from "flakekit/core.wasm?url";
import { http } from "flakekit/lease/http";
import { lease, loadLeases } from "flakekit/lease/manual";
import leaseUrl from "flakekit/lease.wasm?url";
import { check } from "../check.mjs";
import { report } from "./report.js";

report(async () => {
  flakekit.loadCore((await WebAssembly.instantiateStreaming(fetch(coreUrl))).instance);
  loadLeases((await WebAssembly.instantiateStreaming(fetch(leaseUrl))).instance);
  document.cookie = "caller=ada; path=/";
  const ids = await lease(flakekit.discord, { store: http("/ids") });
  const made = [...flakekit.batch(ids, 1_000), await ids.nextAsync()];
  await ids.close();
  if (new Set(made).size !== 1_001) throw new Error("IDs repeat");
  return { ids: made.length, ...check(flakekit) };
});
