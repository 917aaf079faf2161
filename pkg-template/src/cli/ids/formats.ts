import * as flakekit from "flakekit";
import { type Io, jsonOf, print, table } from "../io/index.js";
import { type Given, UsageError } from "../words/index.js";

export async function formats(io: Io, { values, rest }: Given): Promise<void> {
  if (rest.length > 0) throw new UsageError(`formats takes no arguments, and was given ${rest.join(" ")}`);
  const described = flakekit.formats();
  if (values.json) {
    await print(io, described.map((format) => `${jsonOf(format)}\n`).join(""));
    return;
  }
  const rows = described.map(({ name, bits, unit, epoch, native, text, fields }) => [
    name,
    String(bits),
    fields.map((field) => `${field.name} ${field.bits}`).join(", "),
    `${unit} ms`,
    epoch === null ? "yours" : new Date(epoch).toISOString(),
    native,
    text,
  ]);
  await print(io, table(io, [["format", "bits", "fields, high to low", "tick", "epoch", "value", "text"], ...rows]));
}
