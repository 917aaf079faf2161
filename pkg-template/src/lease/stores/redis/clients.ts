// Calls each client in its own way. A client is recognised by its methods: minifiers and proxies change the names of classes.

import { invalid, readGuarded } from "../../../values/index.js";

/** Calls of a client. `run.ts` checks its replies and words its errors. */
export interface Client {
  _eval(script: string, keys: readonly string[], args: readonly string[]): unknown;
  _evalSha(sha: string, keys: readonly string[], args: readonly string[]): unknown;
  /** Sends `WAIT`, with which the server asks its replicas at once how far they are, and waits for them. */
  _wait(replicas: number, ms: number): unknown;
  /**
   * Whether it follows redirections. If it does, an error with a redirection is temporary: the cluster changes, such as
   * in a failover.
   */
  _followsMoves?: boolean;
}

type Method = (...args: unknown[]) => unknown;
type Methods = Record<string, Method>;

const EXPECTED =
  "a client of Redis: that of redis, ioredis, Bun, Deno or @upstash/redis, or a function (command, ...args) => reply";

export function readClient(given: unknown): Client {
  return readGuarded("INVALID_OPTION", "client", () => {
    if (typeof given === "function") return ofCommands((command, args) => (given as Method)(command, ...args));
    if (typeof given === "object" && given !== null) {
      const client = given as Methods;
      const has = (name: string): boolean => typeof client[name] === "function";
      if ("isOpen" in client && has("eval") && has("evalSha")) return ofNodeRedis(client);
      if (has("call")) return ofCommands((command, args) => (client["call"] as Method)(command, ...args));
      if (has("send")) return ofCommands((command, args) => (client["send"] as Method)(command, args));
      if (has("eval") && has("evalsha")) return ofLists(client);
    }
    throw invalid("INVALID_OPTION", "client", given, EXPECTED);
  });
}

/** A user's function, `call` of ioredis, or `send` of Bun's client. */
function ofCommands(call: (command: string, args: string[]) => unknown): Client {
  return {
    _eval: (script, keys, args) => call("EVAL", [script, String(keys.length), ...keys, ...args]),
    _evalSha: (sha, keys, args) => call("EVALSHA", [sha, String(keys.length), ...keys, ...args]),
    _wait: (replicas, ms) => call("WAIT", [String(replicas), String(ms)]),
  };
}

/** node-redis: a client, a pool, or a client of a cluster. */
function ofNodeRedis(client: Methods): Client {
  return {
    _eval: (script, keys, args) => client["eval"]?.(script, { keys, arguments: args }),
    _evalSha: (sha, keys, args) => client["evalSha"]?.(sha, { keys, arguments: args }),
    _wait: (replicas, ms) => client["wait"]?.(replicas, ms),
    _followsMoves: typeof client["nodeClient"] === "function",
  };
}

/** The clients of Deno and of Upstash. */
function ofLists(client: Methods): Client {
  return {
    _eval: (script, keys, args) => client["eval"]?.(script, keys, args),
    _evalSha: (sha, keys, args) => client["evalsha"]?.(sha, keys, args),
    _wait: (replicas, ms) => client["wait"]?.(replicas, ms),
  };
}
