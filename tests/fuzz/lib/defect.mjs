/** A promise of the package that does not hold. */
export class Defect extends Error {
  name = "Defect";
}

/** Asserts a promise. The message is made only when it is needed. */
export function promise(holds, message) {
  if (!holds) throw new Defect(message());
}

/** How values are shown in reproductions. */
export function shown(value) {
  if (typeof value === "bigint") return `${value}n`;
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    const items = Array.from(value.slice(0, 12), shown);
    return `[${items.join(", ")}${value.length > 12 ? `, … ${value.length} in all` : ""}]`;
  }
  if (typeof value === "number" || value === undefined) return String(value);
  return JSON.stringify(value);
}
