// Tables on the terminal.

/** Prints rows of texts, with each column as wide as its longest text. */
export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column]));
    console.log(cells.join("  ").trimEnd());
  }
}
