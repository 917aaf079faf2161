import { type Io, jsonOf, print } from "../io/index.js";
import { type Given, instant, requiredFormat, textWriter, UsageError, withEpoch } from "../words/index.js";

export async function printRange(io: Io, { values, rest }: Given): Promise<void> {
  const [name, from, to, ...more] = rest;
  if (from === undefined || to === undefined || more.length > 0) {
    throw new UsageError(`range takes a format and two instants, and was given ${rest.length} arguments`);
  }
  const format = withEpoch(requiredFormat(name), values.epoch);
  const { min, max } = format.range(instant(from), instant(to));
  const text = textWriter(format, values);
  await print(io, values.json ? `${jsonOf({ min: text(min), max: text(max) })}\n` : `${text(min)} ${text(max)}\n`);
}
