// The entries for engines without WebAssembly, where the page's policy forbids it.
import * as leases from "../node_modules/flakekit/lease/no-wasm.js";
import { http } from "../node_modules/flakekit/lease/http.js";
import { tabs } from "../node_modules/flakekit/lease/tabs.js";
import * as flakekit from "../node_modules/flakekit/no-wasm.js";
import { check, checkLeases } from "../check.mjs";
import { report } from "./report.js";

report(async () => {
  const checked = check(flakekit);
  await checkLeases(flakekit, leases, leases.memory());
  await checkLeases(flakekit, leases, tabs());
  document.cookie = "caller=ada; path=/";
  const ids = await leases.lease(flakekit.discord, { store: http("/ids") });
  ids.next();
  await ids.close();
  return checked;
});
