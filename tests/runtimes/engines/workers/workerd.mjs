// Runs workerd with several Workers, each of which has a port.

import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { start } from "../../../../scripts/run.mjs";

/** The configuration of Workers that have the Durable Objects of the first one. */
function configuration(names, compatibilityDate) {
  const service = (name) => `(name = "${name}", worker = .${name})`;
  const socket = (name) => `(name = "${name}", http = (), service = "${name}")`;
  const worker = (name, i) => `const ${name} :Workerd.Worker = (
  modules = .modules,
  compatibilityDate = "${compatibilityDate}",
  bindings = [
    (name = "SEATS", json = "${names.length}"),
    (name = "LEASES", durableObjectNamespace = (className = "FlakekitLeases", serviceName = "${names[0]}")),
  ],${i === 0 ? OBJECTS : ""}
);`;
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "disk", disk = (writable = true)), ${names.map(service).join(", ")}],
  sockets = [${names.map(socket).join(", ")}],
);

const modules :List(Workerd.Worker.Module) = [
  (name = "worker.js", esModule = embed "leases.js"),
  (name = "core.wasm", wasm = embed "core.wasm"),
  (name = "lease.wasm", wasm = embed "lease.wasm"),
];

${names.map(worker).join("\n\n")}
`;
}

const OBJECTS = `
  durableObjectNamespaces = [(className = "FlakekitLeases", uniqueKey = "leases", enableSql = true)],
  durableObjectStorage = (localDisk = "disk"),`;

/**
 * Starts Workers from the bundle of leases.mjs in the folder `built`, with a directory for their objects. Resolves to their
 * addresses, and a function that kills workerd and resolves to what it has printed.
 */
export async function startWorkers({ built, names, compatibilityDate, disk }) {
  const config = join(built, "leases.capnp");
  writeFileSync(config, configuration(names, compatibilityDate));
  const addresses = names.map((name) => `--socket-addr=${name}=127.0.0.1:0`);
  // With --control-fd=1 workerd prints the ports to standard output.
  const args = ["serve", config, ...addresses, `--directory-path=disk=${disk}`, "--control-fd=1", "--experimental"];
  // The program itself is started, and not the command of npm, which is a script on some systems: to kill the script
  // would leave the program.
  const program = createRequire(import.meta.url)("workerd").default;
  const server = start(program, args, { cwd: built, stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(server, "close");
  const output = [];
  const ports = new Map();
  const listening = new Promise((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output.push(text);
        for (const [, name, port] of text.matchAll(/"socket":"(\w+)","port":(\d+)/g)) ports.set(name, port);
        if (ports.size === names.length) resolve();
      });
    }
    closed.then(() => reject(new Error(`workerd ended before it listened: ${output.join("")}`)), reject);
  });
  await listening;
  const origins = names.map((name) => `http://127.0.0.1:${ports.get(name)}`);
  const kill = async () => {
    server.kill("SIGKILL");
    await closed;
    return output.join("");
  };
  return { origins, kill };
}
