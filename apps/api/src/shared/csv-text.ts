/** A cell that a spreadsheet would take for a formula is shown as text (product.md §12 "Safety"). */
const formula = /^[=+\-@\t\r]/

/** Rows as CSV (RFC 4180), the first one the heads; with the mark by which spreadsheets know UTF-8. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

function cell(value: string): string {
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
