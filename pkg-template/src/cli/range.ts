import { jsonOf, print } from "./output.js";
import { formatNamed, instant, read, UsageError, WRITING, withEpoch, writer } from "./usage.js";

export async function printRange(args: string[]): Promise<void> {
  const { values, rest } = read(args, WRITING);
  const [name, from, to, ...more] = rest;
  if (from === undefined || to === undefined || more.length > 0) {
    throw new UsageError(`range takes a format and two instants, and was given ${rest.length} arguments`);
  }
  const format = withEpoch(formatNamed(name), values.epoch);
  const { min, max } = format.range(instant(from), instant(to));
  const text = writer(format, values);
  await print(values.json ? `${jsonOf({ min: text(min), max: text(max) })}\n` : `${text(min)} ${text(max)}\n`);
}
