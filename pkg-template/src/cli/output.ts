import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { stderr, stdout } from "node:process";
import { styled } from "./style.js";

const STDOUT = 1;

/** Standard output could not be written. */
export class OutputError extends Error {}

/** The reader of standard output has closed it, as `head` does. */
export class OutputClosed extends OutputError {}

// Each write to standard output reports its own failure. A failure of standard error can't be reported.
for (const stream of [stdout, stderr]) stream.on("error", () => undefined);

/**
 * Writes to standard output. Resolves when the text has been taken, so that memory use stays bounded for slow readers.
 */
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

/** Writes to a file. Node's stream would ignore partial writes, so a full disk would truncate the text silently. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}

/** Writes what failed to standard error, as one line. */
export function complain(text: string): void {
  stderr.write(`${styled("red", "flakekit:", stderr)} ${visible(text)}\n`);
}

/** Writes what the user should know to standard error, as one line. */
export function notify(text: string): void {
  stderr.write(`flakekit: ${visible(text)}\n`);
}

/** Characters that control a terminal, are invisible, or change the text direction, and lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Writes such characters as `\u{1b}`, so that the text can't manipulate a terminal or a log. */
export function visible(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

const MAX_QUOTED_LENGTH = 64;

/** A text of the user in quotes, shortened if it is long. */
export function quoted(text: string): string {
  return `'${text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text}'`;
}

/** JSON in which bigints are texts, because readers of JSON round large numbers. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, item) => (typeof item === "bigint" ? String(item) : item));
}

/** Writes rows with aligned columns. The first is a heading unless told otherwise; `isDim` tells which are dim. */
export function table(
  rows: readonly (readonly string[])[],
  { heading = true, isDim = () => false }: { heading?: boolean; isDim?: (row: number) => boolean } = {},
): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, cell.length);
    });
  }
  const line = (row: readonly string[], i: number): string => {
    const text = row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
    if (heading && i === 0) return bold(text.trimEnd());
    return isDim(i) ? styled("dim", text.trimEnd(), stdout) : text.trimEnd();
  };
  return rows.map((row, i) => `${line(row, i)}\n`).join("");
}

/** A heading on standard output. */
export function bold(text: string): string {
  return styled("bold", text, stdout);
}
