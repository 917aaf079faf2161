import { stderr, stdin } from "node:process";
import { createInterface } from "node:readline";
import { type Candidate, inspect } from "flakekit";
import { jsonOf, print, table } from "./output.js";
import { instant, read } from "./usage.js";

export async function inspectIds(args: string[]): Promise<void> {
  const { values, rest } = read(args, { epoch: { type: "string" }, json: { type: "boolean" } });
  const options = values.epoch === undefined ? {} : { epoch: instant(values.epoch) };
  const fromStdin = rest.length === 0 || (rest.length === 1 && rest[0] === "-");
  let number = 0;
  for await (const id of fromStdin ? createInterface({ input: stdin }) : rest) {
    number += 1;
    if (fromStdin && id === "") continue;
    const candidates = inspect(id, options);
    if (candidates.length === 0) {
      const where = fromStdin ? "line" : "argument";
      const shown = id.length > 64 ? `${id.slice(0, 64)}…` : id;
      stderr.write(`flakekit: ${where} ${number}: '${shown}' is no ID of any format known here\n`);
      process.exitCode = 1;
    } else {
      await print(values.json ? `${jsonOf({ id, candidates })}\n` : describe(id, candidates));
    }
  }
}

function describe(id: string, candidates: Candidate[]): string {
  const rows = candidates.map(({ format, fit, reason, date, fields }) => {
    const said = Object.entries(fields).map(([name, value]) => `${name} ${value}`);
    return ["", format, date?.toISOString() ?? "-", said.join(", "), `${fit}: ${reason}`];
  });
  return `${id}\n${table(rows)}`;
}
