/** The package has broken a promise. */
export class Defect extends Error {
  name = "Defect";
}

/** Throws a {@link Defect} unless the condition holds. The message is built only then. */
export function ensure(holds, message) {
  if (!holds) throw new Defect(message());
}

/** Writes a value as reproductions show it, nearly as code. */
export function display(value) {
  if (typeof value === "bigint") return `${value}n`;
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    const items = Array.from(value.slice(0, 12), display);
    return `[${items.join(", ")}${value.length > 12 ? `, … ${value.length} in all` : ""}]`;
  }
  if (typeof value === "number" || value === undefined) return String(value);
  return JSON.stringify(value);
}
