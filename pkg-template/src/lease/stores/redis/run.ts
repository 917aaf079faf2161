// Runs a script, and reads its reply strictly. Any other reply becomes an error with a remedy.

import { type FlakeError, quoted, reason } from "../../../values/index.js";
import { storeFailed } from "../index.js";
import type { Client } from "./clients.js";
import type { Script } from "./scripts.js";

/** Runs a script whose reply begins with this word. Resolves to the other lines of the reply. */
export async function runScript(
  client: Client,
  word: string,
  script: Script,
  keys: readonly string[],
  args: readonly string[],
): Promise<string[]> {
  const reply = await evaluate(client, script, keys, args);
  const [first, ...lines] = typeof reply === "string" ? reply.split("\n") : [];
  if (first === word) return lines;
  if (first === "failed" && lines.length === 2) throw refusedCommand(...(lines as [string, string]));
  throw storeFailed(
    `the client of Redis answered a script with ${quoted(reply)}; it must be a text that begins with '${word}': let the client reply with texts, and without transactions`,
  );
}

/** Sends the script's hash. Its text is sent only to a server that does not have it yet. */
async function evaluate(client: Client, script: Script, keys: readonly string[], args: readonly string[]) {
  const sha = await script._sha();
  try {
    return await replyOf(client._evalSha(sha, keys, args));
  } catch (error) {
    if (!/\bNOSCRIPT\b/.test(reason(error))) throw failed(error, client);
  }
  try {
    return await replyOf(client._eval(script._text, keys, args));
  } catch (error) {
    throw failed(error, client);
  }
}

/** The reply of a client. Some users' functions resolve to errors, which may be of another realm. */
async function replyOf(answer: unknown): Promise<unknown> {
  const reply = await answer;
  if (typeof (reply as { message?: unknown } | null | undefined)?.message === "string") throw reply;
  return reply;
}

/** The answer of a server of a cluster that does not have the key. Clients quote it in errors of their own. */
const REDIRECTION = /^(\w+: )?(MOVED|ASK) /;

const CLUSTERS = "give a client that knows clusters";

/** Remedies for errors of Redis by words in their messages, and whether the error is permanent. */
const REMEDIES: readonly [words: RegExp, remedy: string | undefined, isPermanent: boolean][] = [
  [/(NOPERM|user executing the script).*\bkeys?\b/, "allow the user the keys of the store, such as ~{flakekit}*", true],
  [/NOPERM|user executing the script/, undefined, true],
  [/NOAUTH|WRONGPASS|\binvalid password\b/, "give the client a user and a password", true],
  [/no password is set|without any password/, "give the client no password: the server has no password", true],
  [/DENIED\b.*protected mode/, "give the server a password, or switch off its protected mode", true],
  [/DB index/, "give the client the number of a database that the server has", true],
  [/READONLY/, "connect to the master, not to a replica", false],
  [REDIRECTION, CLUSTERS, true],
  [/^(\w+: )?CROSSSLOT /, CLUSTERS, true],
  [/OOM/, "raise maxmemory of the server", false],
  [/WRONGTYPE/, "another program uses the key; choose another prefix", true],
  [/MISCONF|NOREPLICAS|LOADING|BUSY|CLUSTERDOWN|MASTERDOWN/, "see the state of the server", false],
  [/unknown (redis )?command/i, "the server lacks this command or has renamed it, and can't keep leases so", true],
];

function rowFor(message: string): (typeof REMEDIES)[number] | undefined {
  return REMEDIES.find(([words]) => words.test(message));
}

function allowing(command: string): string {
  return `allow the user ${command.toUpperCase()}, such as by ACL SETUSER name +${command.toLowerCase()}`;
}

/** The error for a call that a client rejected. */
function failed(error: unknown, { _followsMoves: followsMoves }: Client): FlakeError {
  const message = reason(error);
  const row = rowFor(message);
  const forbidden = /NOPERM.*'(\w+)/.exec(message)?.[1];
  const remedy = row?.[1] ?? (forbidden === undefined ? "see whether the server can be reached" : allowing(forbidden));
  const isPermanent = followsMoves && REDIRECTION.test(message) ? false : row?.[2];
  return storeFailed(`Redis did not run EVALSHA or EVAL (${message}): ${remedy}`, error, isPermanent);
}

/** The error for a command that Redis refused inside a script, which has written no record. */
function refusedCommand(command: string, message: string): FlakeError {
  const row = rowFor(message);
  const needsGeneration = command === "INFO" && !message.startsWith("READONLY");
  const remedies = [
    row === undefined ? undefined : (row[1] ?? allowing(command)),
    needsGeneration
      ? "give the option generation, a text that you change whenever the server may have forgotten writes"
      : undefined,
  ];
  const remedy = remedies.filter((one) => one !== undefined).join("; or ") || "see the state of the server";
  return storeFailed(`Redis refused ${command} in the script (${message}): ${remedy}`, undefined, row?.[2]);
}
