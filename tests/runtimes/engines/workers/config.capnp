using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "ids", worker = .ids)],
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
);
