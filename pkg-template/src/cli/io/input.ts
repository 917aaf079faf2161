import { createReadStream } from "node:fs";
import { Decoder, type DecoderOptions, NoText, textBytes } from "../../tables/index.js";
import type { Io } from "./io.js";
import { notify } from "./output.js";

/** The error if standard input can't be read. */
export class InputError extends Error {}

/** The process with a file as its input. Without a file, and with `-`, standard input is read. */
export const inputOf = (io: Io, file: string | undefined): Io =>
  file === undefined || file === "-"
    ? io
    : { ...io, stdin: { isTTY: false, bytes: createReadStream(file), name: file } };

/** Tells a user at a terminal that the command waits for input, and how to end it. */
export function announceInput(io: Io, what: string, how = ""): void {
  if (!io.stdin.isTTY) return;
  const end = io.platform === "win32" ? "Ctrl-Z and Enter end" : "Ctrl-D ends";
  notify(io, `reading ${what} from the terminal${how}; ${end} the input`);
}

/**
 * The lines of standard input, as many at a time as have arrived. Lines end with LF, CRLF or CR; the last line may have
 * no end. Lines above `maxLength` are cut, which bounds the memory of a line.
 */
export async function* linesOfStdin(io: Io, maxLength: number): AsyncGenerator<string[]> {
  let line = "";
  let afterCr = false;
  for await (const text of textOfStdin(io)) {
    if (text === "") continue;
    // If a CRLF was split between two chunks, its LF ends no further line.
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

/** Standard input in pieces. A byte order mark is left out, unless it is to be kept. */
export async function* textOfStdin(io: Io, options?: DecoderOptions): AsyncGenerator<string> {
  const decoder = new Decoder(options);
  let isSaid = false;
  try {
    for await (const bytes of textBytes(bytesOfStdin(io))) {
      const text = decoder.decode(bytes);
      if (decoder.hasWindows1252 && !isSaid)
        notify(io, "lines of the input are no UTF-8; they are read as windows-1252");
      isSaid = decoder.hasWindows1252;
      yield text;
    }
  } catch (error) {
    throw error instanceof NoText ? new InputError(`${nameOf(io)} is ${error.message}`) : error;
  }
  yield decoder.end();
}

const nameOf = ({ stdin }: Io): string => stdin.name ?? "standard input";

async function* bytesOfStdin(io: Io): AsyncGenerator<Uint8Array> {
  try {
    yield* io.stdin.bytes;
  } catch (error) {
    throw new InputError(`${nameOf(io)} can't be read: ${(error as Error).message}`);
  }
}
