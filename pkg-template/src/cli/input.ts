import { TextDecoder } from "node:util";
import type { Io } from "./io.js";
import { notify } from "./output.js";

/** Standard input could not be read. */
export class InputError extends Error {}

/** Tells a user at a terminal that the command waits for input, and how to end it. */
export function announceInput(io: Io, what: string, how = ""): void {
  if (!io.stdin.isTTY) return;
  const end = io.platform === "win32" ? "Ctrl-Z and Enter end" : "Ctrl-D ends";
  notify(io, `reading ${what} from the terminal${how}; ${end} the input`);
}

/**
 * The lines of standard input, as many at a time as have arrived. They end with LF, CRLF or CR; the last one may have no
 * end. Longer lines are cut, which bounds the memory of a line.
 */
export async function* linesOfStdin(io: Io, maxLength: number): AsyncGenerator<string[]> {
  let line = "";
  let afterCr = false;
  for await (const text of textOfStdin(io)) {
    if (text === "") continue;
    // A CRLF was split between two chunks: its LF ends no further line.
    const fresh = afterCr && text.startsWith("\n") ? text.slice(1) : text;
    afterCr = text.endsWith("\r");
    const [rest = "", ...more] = fresh.split(/\r\n|\r|\n/);
    const last = more.pop();
    line += rest.slice(0, maxLength - line.length);
    if (last === undefined) continue;
    yield [line, ...more.map((next) => next.slice(0, maxLength))];
    line = last.slice(0, maxLength);
  }
  if (line !== "") yield [line];
}

/** Standard input in chunks, without a byte order mark. Invalid bytes become U+FFFD. */
export async function* textOfStdin(io: Io): AsyncGenerator<string> {
  let start = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  for await (const chunk of bytesOfStdin(io)) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true });
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < 2) continue;
    // PowerShell writes files in UTF-16 with this byte order mark. All other input is read as UTF-8.
    decoder = new TextDecoder(start[0] === 0xff && start[1] === 0xfe ? "utf-16le" : "utf-8");
    yield decoder.decode(start, { stream: true });
  }
  yield decoder ? decoder.decode() : start.toString();
}

async function* bytesOfStdin({ stdin }: Io): AsyncGenerator<Uint8Array> {
  try {
    yield* stdin.bytes;
  } catch (error) {
    throw new InputError(`standard input can't be read: ${(error as Error).message}`);
  }
}
