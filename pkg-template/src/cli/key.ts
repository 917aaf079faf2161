// The command `key`: a random key for hidden IDs.

import { randomBytes } from "node:crypto";
import { type Io, print, quoted } from "./io/index.js";
import { type Given, KEY_BYTES, UsageError } from "./words/index.js";

export async function printKey(io: Io, { values, rest }: Given): Promise<void> {
  if (rest.length > 0) throw new UsageError(`key takes no arguments, and was given ${rest.join(" ")}`);
  const bytes = String(values.bytes ?? KEY_BYTES.at(-1));
  if (!KEY_BYTES.includes(bytes))
    throw new UsageError(`--bytes is ${quoted(bytes)}; it must be one of ${KEY_BYTES.join(", ")}`);
  await print(io, `${randomBytes(Number(bytes)).toString("hex")}\n`);
}
