import { stdout } from "node:process";
import { jsonOf } from "./output.js";
import { formatNamed, instant, read, UsageError, WRITING, withEpoch, writer } from "./usage.js";

export function printRange(args: string[]): void {
  const { values, rest } = read(args, WRITING);
  const [name, from, to, ...more] = rest;
  if (from === undefined || to === undefined || more.length > 0) {
    throw new UsageError(`range takes a format and two instants, and was given ${rest.length} arguments`);
  }
  const format = withEpoch(formatNamed(name), values.epoch);
  const { min, max } = format.range(instant(from), instant(to));
  const text = writer(format, values);
  stdout.write(values.json ? `${jsonOf({ min: text(min), max: text(max) })}\n` : `${text(min)} ${text(max)}\n`);
}
