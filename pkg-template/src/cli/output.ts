import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { stderr, stdout } from "node:process";

const STDOUT = 1;

/** Standard output could not be written. */
export class OutputError extends Error {}

/** Whoever read standard output has closed it, as `head` does when it has enough. */
export class OutputClosed extends OutputError {}

// Each write to standard output reports its own failure. If standard error fails, there is nobody left to tell.
for (const stream of [stdout, stderr]) stream.on("error", () => undefined);

/** Writes to standard output. Resolves when that is done, so a slow reader slows the caller down. */
export async function print(text: string): Promise<void> {
  try {
    if (stdout instanceof Socket) await writeTo(stdout, text);
    else writeAll(STDOUT, Buffer.from(text));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === "EPIPE" ? new OutputClosed() : new OutputError(`standard output can't be written: ${message}`);
  }
}

function writeTo(stream: Socket, text: string): Promise<void> {
  return new Promise((done, fail) => stream.write(text, (error) => (error ? fail(error) : done())));
}

/** Writes to a file. Node's stream for it ignores how much the file took, so a full disk would cut a text silently. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}

/** Tells a person something on standard error, as one line. */
export function complain(text: string): void {
  stderr.write(`flakekit: ${visible(text)}\n`);
}

/** Characters that control a terminal, hide, or change the order of others; also halves of surrogate pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A text with such characters written as `\u{1b}`, so that it can't do anything to a terminal or a log. */
export function visible(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

const SHOWN = 64;

/** What a user gave, in quotes, and shortened if it is long. */
export function quoted(text: string): string {
  return `'${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}'`;
}

/** JSON in which bigints are texts, since JSON's numbers would lose their last digits. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, item) => (typeof item === "bigint" ? String(item) : item));
}

/** Rows with their columns below each other. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, cell.length);
    });
  }
  const line = (row: readonly string[]): string => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ");
  return rows.map((row) => `${line(row).trimEnd()}\n`).join("");
}
