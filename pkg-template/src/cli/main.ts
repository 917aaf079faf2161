// The entry of the command `flakekit`: a run of the command with the streams, the environment and the signals of the
// process. No other file of the command uses the process.

import { createReadStream, writeSync } from "node:fs";
import { Socket } from "node:net";
import process from "node:process";
import { createInterface } from "node:readline/promises";
import type { Io } from "./io/index.js";
import { run } from "./index.js";

const { argv, env, platform, stderr, stdin, stdout } = process;

const STDIN = 0;
const STDOUT = 1;

const io: Io = {
  stdin: { isTTY: Boolean(stdin.isTTY), bytes: bytesOfStdin() },
  stdout: { isTTY: Boolean(stdout.isTTY), write: writeToStdout },
  stderr: { isTTY: Boolean(stderr.isTTY), write: (text) => void stderr.write(text) },
  env,
  platform,
  ask,
  descriptors,
  untilSignal,
};

async function* bytesOfStdin(): AsyncGenerator<Uint8Array> {
  // For pipes and terminals, Node's `stdin` is a socket. For inputs such as directories, `stdin` may be an empty
  // stream, so these inputs are read as files.
  const stream = stdin instanceof Socket ? stdin : createReadStream("", { fd: STDIN });
  yield* stream as AsyncIterable<Uint8Array>;
}

async function writeToStdout(text: string): Promise<void> {
  if (stdout instanceof Socket) await writeToSocket(stdout, text);
  else writeToFile(STDOUT, Buffer.from(text));
}

function writeToSocket(socket: Socket, text: string): Promise<void> {
  return new Promise((done, fail) => {
    socket.write(text, (error) => {
      if (error) fail(error);
      else done();
    });
  });
}

/** Writes all bytes. Node's stream would ignore partial writes, so a full disk would truncate the text silently. */
function writeToFile(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}

async function ask(question: string): Promise<string> {
  const prompt = createInterface({ input: stdin, output: stderr });
  // The end of the input (Ctrl-D) is no answer.
  const ended = new Promise<string>((resolve) => prompt.once("close", () => resolve("")));
  const answer = await Promise.race([prompt.question(question), ended]);
  prompt.close();
  return answer;
}

/**
 * Reads the limit of descriptors from the process's report, which takes 5 ms. On Windows, the report has no limits, and
 * sockets have none. Some runtimes make no report.
 */
function descriptors(): number | undefined {
  const { report } = process as Partial<NodeJS.Process>;
  const { userLimits } = (report?.getReport() ?? {}) as { userLimits?: Record<string, { soft: unknown }> };
  // The name stands in quotes, because the build shortens names with an underscore.
  const soft = userLimits?.["open_files"]?.soft;
  return typeof soft === "number" ? soft : undefined;
}

/** `once` removes the listener, so a second signal of the same name ends the process at once. */
function untilSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
}

// An error without a listener would end the process. Each write to standard output reports its own error, and an error of
// standard error can't be reported.
for (const stream of [stdout, stderr]) stream.on("error", () => undefined);

process.exitCode = await run(argv.slice(2), io);

// Connections that a module of the user has left open would keep the process alive: an idle pool of PostgreSQL for 10
// s, a client of Redis for ever. All results have been written by now. The process ends when the messages have been
// written too.
stderr.write("", () => process.exit());
