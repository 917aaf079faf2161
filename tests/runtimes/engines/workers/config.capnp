using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "ids", worker = .ids), (name = "outbound", worker = .outbound)],
  sockets = [(name = "http", http = (), service = "ids")],
);

const ids :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "core.wasm", wasm = embed "core.wasm"),
    (name = "inspect.wasm", wasm = embed "inspect.wasm"),
    (name = "lease.wasm", wasm = embed "lease.wasm"),
  ],
  compatibilityDate = "2026-01-01",
  globalOutbound = "outbound",
);

const outbound :Workerd.Worker = (
  modules = [
    (name = "workers/outbound.mjs", esModule = embed "../outbound.mjs"),
    (name = "programs/redirects.mjs", esModule = embed "../../programs/redirects.mjs"),
  ],
  compatibilityDate = "2026-01-01",
);
