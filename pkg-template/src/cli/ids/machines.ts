// The machines that have made the IDs of a column, in comparison with those that the user knows.

import type { FormatDescription } from "flakekit";
import { type Finding, Places } from "./places.js";
import { UsageError } from "../words/index.js";
import { quoted } from "../io/index.js";

type Ranges = readonly (readonly [first: number, last: number])[];

/** The numbers in a text such as `0-7,12`. */
export function machinesOf(given: unknown): Ranges {
  return String(given)
    .split(",")
    .map((part): [number, number] => {
      const [, first, last = first] = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(part) ?? [];
      if (first === undefined || Number(first) > Number(last)) {
        throw new UsageError(`--machines is ${quoted(String(given))}; it must be numbers and ranges, as in 0-7,12`);
      }
      return [Number(first), Number(last)];
    });
}

/** The node fields of a format as one number, as leases have them: the first field has the highest bits. */
export function machineOf(format: FormatDescription, fields: Readonly<Record<string, number>>): number {
  const nodes = format.fields.filter(({ kind }) => kind === "node");
  return nodes.reduce((number, { name, bits }) => number * 2 ** bits + (fields[name] ?? 0), 0);
}

export class Machines {
  readonly #format: FormatDescription;
  readonly #known: Ranges | undefined;
  readonly #unknown = new Map<number, Places>();

  constructor(format: FormatDescription, known: Ranges | undefined) {
    this.#format = format;
    this.#known = known;
  }

  add(where: string, fields: Readonly<Record<string, number>>): void {
    if (this.#known === undefined) return;
    const machine = machineOf(this.#format, fields);
    if (this.#known.some(([first, last]) => machine >= first && machine <= last)) return;
    const places = this.#unknown.get(machine) ?? new Places();
    this.#unknown.set(machine, places);
    places.add(where);
  }

  finding(): Finding {
    const sorted = [...this.#unknown].sort(([a], [b]) => a - b);
    const lines = sorted.map(
      ([machine, { count, list }]) => `Machine ${machine} is none of --machines: ${count} (${list}).`,
    );
    const report = this.#known === undefined ? {} : { unknownMachines: sorted.map(([machine]) => machine) };
    return { lines, report };
  }
}
