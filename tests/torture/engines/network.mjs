// The faults of a proxy between the children and a server.

import { setTimeout as sleep } from "node:timers/promises";
import { Ends } from "../../servers/lib/ends.mjs";

const never = () => new Promise(() => undefined);

/** The ms after which a lease gives up a call that its store has not answered. */
const PATIENCE_OF_LEASES_MS = 5_000;

/**
 * The faults of the proxy to a server. `patience`: the ms after which the clients of the server give up, if they ever
 * do.
 */
function networkFaults(proxy, { patience }) {
  return [
    {
      name: "replies are delayed",
      weight: 2,
      async apply(random) {
        const ms = random.between(20, 300);
        await during(proxy, () => sleep(ms), random.between(500, 2_500));
      },
    },
    {
      name: "connections are cut",
      weight: 2,
      async apply(random) {
        proxy.cut();
        await sleep(random.pick([{ ms: 0 }, { ms: random.between(0, 2_500) }, { ms: random.between(0, 4_000) }]).ms);
        proxy.mend();
      },
    },
    {
      name: "replies come too late",
      weight: 2,
      async apply(random) {
        const forClient = { weight: 4, ms: patience + random.between(200, 1_500) };
        const end = Date.now() + random.pick([forClient, { ms: PATIENCE_OF_LEASES_MS + 500 }]).ms;
        await during(proxy, () => sleep(Math.max(0, end - Date.now())), end - Date.now());
      },
    },
    {
      name: "replies are lost",
      weight: 2,
      async apply(random) {
        await during(proxy, never, random.between(100, 1_000));
        // Bytes that were held back are lost with their connection.
        proxy.cut();
        proxy.mend();
      },
    },
  ];
}

async function during(proxy, hold, ms) {
  proxy.hold = hold;
  await sleep(ms);
  letThrough(proxy);
}

/** Holds back all bytes that a server sends, as long as the connections live. */
export function freeze(proxy) {
  proxy.hold = never;
}

/** Leads new connections to a server, and ends all other connections. */
export function lead(proxy, port) {
  proxy.cut();
  proxy.target = port;
  letThrough(proxy);
  proxy.mend();
}

function letThrough(proxy) {
  proxy.hold = async () => undefined;
}

/**
 * Starts a server that children reach by a proxy. Resolves to its engine.
 *
 * @param server - its `start(ends)` starts it. After the start it has its `proxy`, the `connection` that children need,
 * and its own `faults`
 * @param settings - the `pause` between its faults, the `explained` errors, and `patience` as for `networkFaults`
 */
export async function startEngine(server, { pause, explained, patience }) {
  const ends = new Ends();
  try {
    await server.start(ends);
  } catch (error) {
    // Further failures after this error are its consequences.
    await ends.run().catch(() => undefined);
    throw error;
  }
  return {
    connection: server.connection,
    faults: [...server.faults, ...networkFaults(server.proxy, { patience })],
    pause,
    pauseOfChild: 20_000,
    explained,
    end: () => ends.run(),
  };
}
