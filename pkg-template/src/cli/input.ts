import { createReadStream } from "node:fs";
import { Socket } from "node:net";
import { stdin } from "node:process";
import { TextDecoder } from "node:util";

const STDIN = 0;

/** Standard input could not be read. */
export class InputError extends Error {}

/** Longer than any ID, so a line may be cut here and still be none. It bounds the memory that a line takes. */
const LONGEST_LINE = 4096;

/** The lines of standard input. They end with LF, CRLF or CR, the last one also without. */
export async function* linesOfStdin(): AsyncGenerator<string> {
  let line = "";
  let afterCr = false;
  for await (const text of textOfStdin()) {
    if (text === "") continue;
    // The second half of a CRLF that was cut in two.
    const fresh = afterCr && text.startsWith("\n") ? text.slice(1) : text;
    afterCr = text.endsWith("\r");
    const [rest = "", ...more] = fresh.split(/\r\n|\r|\n/);
    line += rest.slice(0, LONGEST_LINE - line.length);
    for (const next of more) {
      yield line;
      line = next.slice(0, LONGEST_LINE);
    }
  }
  if (line !== "") yield line;
}

/** Standard input as it comes, without a byte order mark. What is not in its encoding becomes U+FFFD. */
async function* textOfStdin(): AsyncGenerator<string> {
  let start = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  for await (const chunk of bytesOfStdin()) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true });
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < 2) continue;
    // PowerShell writes its files as UTF-16 with this mark; everything else counts as UTF-8.
    decoder = new TextDecoder(start[0] === 0xff && start[1] === 0xfe ? "utf-16le" : "utf-8");
    yield decoder.decode(start, { stream: true });
  }
  yield decoder ? decoder.decode() : start.toString();
}

async function* bytesOfStdin(): AsyncGenerator<Buffer> {
  // Pipes and terminals are sockets. Of what is neither these nor a file, such as a directory, Node makes an empty stream.
  const stream = stdin instanceof Socket ? stdin : createReadStream("", { fd: STDIN });
  try {
    yield* stream as AsyncIterable<Buffer>;
  } catch (error) {
    throw new InputError(`standard input can't be read: ${(error as Error).message}`);
  }
}
