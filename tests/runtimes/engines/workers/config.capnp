using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "ids", worker = .ids)],
  sockets = [(name = "http", http = (), service = "ids")],
);

const ids :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "built/worker.js"),
    (name = "core.wasm", wasm = embed "built/core.wasm"),
    (name = "lease.wasm", wasm = embed "built/lease.wasm"),
  ],
  compatibilityDate = "2026-01-01",
);
