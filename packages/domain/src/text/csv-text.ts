/** Cells that a spreadsheet would run as a formula (product.md §12.7). */
const formula = /^[=+\-@\t\r]/

/** CSV of the rows (RFC 4180) with headers first and a byte order mark, by which spreadsheets detect UTF-8. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

function cell(value: string): string {
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
