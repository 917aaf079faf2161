import type { Io } from "./io.js";
import { styled } from "./style.js";

/** The error if standard output can't be written. */
export class OutputError extends Error {}

/** The error if the reader of standard output has closed it, as `head` does. */
export class OutputClosed extends OutputError {}

/** Writes to standard output. Resolves when all of the text has been taken. */
export async function print({ stdout }: Io, text: string): Promise<void> {
  try {
    await stdout.write(text);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === "EPIPE" ? new OutputClosed() : new OutputError(`standard output can't be written: ${message}`);
  }
}

/** Writes a failure to standard error, as one line. */
export function complain({ stderr, env }: Io, text: string): void {
  stderr.write(`${styled("red", "flakekit:", stderr, env)} ${visible(text)}\n`);
}

/** Writes a notice for the user to standard error, as one line. */
export function notify({ stderr }: Io, text: string): void {
  stderr.write(`flakekit: ${visible(text)}\n`);
}

/** Characters that control a terminal, are invisible, or change the text direction, and lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Replaces unprintable characters by escapes such as `\u{1b}`, so that the text can't manipulate a terminal or a log. */
export function visible(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** JSON in which bigints are texts, because readers of JSON round large numbers. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, item) => (typeof item === "bigint" ? String(item) : item));
}

/** Rows as text with aligned columns. The first row is a heading, unless `heading` is false. `isDim` says which rows are dim. */
export function table(
  io: Io,
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
    if (heading && i === 0) return bold(io, text.trimEnd());
    return isDim(i) ? dim(io, text.trimEnd()) : text.trimEnd();
  };
  return rows.map((row, i) => `${line(row, i)}\n`).join("");
}

/** A note for standard output: dim, if it has colour. */
export function dim({ stdout, env }: Io, text: string): string {
  return styled("dim", text, stdout, env);
}

/** A heading for standard output: bold, if it has colour. */
export function bold({ stdout, env }: Io, text: string): string {
  return styled("bold", text, stdout, env);
}
