// Writes tables to the terminal and as Markdown.

/** Prints rows with aligned columns. The first row is the head. */
export function printTable(title, rows) {
  console.log(`\n${title}`);
  const cells = rows.map((row) => row.map(String));
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  for (const row of cells) {
    const line = row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])));
    console.log(`  ${line.join("  ")}`);
  }
}

/** Whether a figure meets its target. */
export function met(figure, atMost) {
  return figure <= atMost ? "yes" : "NO";
}

/** Returns the rows as a Markdown table. The first row is the head. */
export function markdownTable([head, ...rows]) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** Rounds a number to an integer and writes it with spaces between groups of three digits. */
export function grouped(number) {
  return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, " ");
}
