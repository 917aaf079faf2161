import { jsonOf, print } from "./output.js";
import { formatNamed, instant, read, textWriter, UsageError, withEpoch, WRITE_OPTIONS } from "./usage.js";

export async function printRange(args: string[]): Promise<void> {
  const { values, rest } = read(args, WRITE_OPTIONS);
  const [name, from, to, ...more] = rest;
  if (from === undefined || to === undefined || more.length > 0) {
    throw new UsageError(`range takes a format and two instants, and was given ${rest.length} arguments`);
  }
  const format = withEpoch(formatNamed(name), values.epoch);
  const { min, max } = format.range(instant(from), instant(to));
  const text = textWriter(format, values);
  await print(values.json ? `${jsonOf({ min: text(min), max: text(max) })}\n` : `${text(min)} ${text(max)}\n`);
}
