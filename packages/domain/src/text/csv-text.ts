/**
 * Cells that a spreadsheet could run as a formula, some after a split at semicolons (product.md §12.7), and those that
 * look as if they had been neutralised already, so that {@link readCsvCell} returns every cell as it was. East Asian
 * spreadsheets also run formulas that start with a full-width sign.
 */
const formula = /^'*[=+\-@\t\r;＝＋－＠]/
/** Numbers stay numbers. */
const number = /^[+-]?\d+(?:\.\d+)?$/

/** CSV of the rows (RFC 4180) with headers first and a byte order mark, by which spreadsheets detect UTF-8. */
export function csvText(rows: readonly (readonly string[])[], separator: ',' | ';' | '\t' = ','): string {
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('')}`
}

/** A cell as it was before {@link csvText} neutralised it. Call it before trimming. */
export function readCsvCell(cell: string): string {
  return /^'+[=+\-@\t\r;＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}

function cell(value: string): string {
  const safe = formula.test(value) && !number.test(value) ? `'${value}` : value
  return /[",;\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
