import { once } from "node:events";
import { stdout } from "node:process";

/** Writes to standard output, and waits where its reader is slower than we are. */
export async function print(text: string): Promise<void> {
  if (!stdout.write(text)) await once(stdout, "drain");
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
