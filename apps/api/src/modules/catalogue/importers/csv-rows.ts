import { parse } from 'csv-parse/sync'
import type { Remark, Row } from './source-rows.ts'

export interface CsvRows {
  /** Cells by column name, trimmed. */
  rows: Row<Record<string, string>>[]
  bad: Remark[]
}

/**
 * Reads a table with a header line. Every physical line is a row of its own (none of our sources has a line break in
 * a cell), so that a stray quote costs one row and not the rest of the file.
 */
export function readCsvRows(text: string, required: readonly string[]): CsvRows {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const header = cellsOf(lines[0] ?? '')?.map((name) => name.trim()) ?? []
  const missing = required.filter((name) => !header.includes(name))
  if (missing.length > 0)
    return { rows: [], bad: [{ line: 1, reason: `columns missing: ${missing.join(', ')}` }] }
  const found: CsvRows = { rows: [], bad: [] }
  for (const [index, content] of lines.entries()) {
    if (index === 0 || content.trim() === '') continue
    const line = index + 1
    const cells = cellsOf(content)
    if (!cells) found.bad.push({ line, reason: 'a quote is not closed, or stands inside a cell' })
    else if (cells.length !== header.length) {
      found.bad.push({ line, reason: `${cells.length} cells where the header has ${header.length}` })
    } else {
      found.rows.push({
        line,
        value: Object.fromEntries(header.map((name, at) => [name, (cells[at] ?? '').trim()])),
      })
    }
  }
  return found
}

function cellsOf(line: string): string[] | undefined {
  if (!line.includes('"')) return line.split(',')
  try {
    return parse(line, { relax_column_count: true })[0]
  } catch {
    // The parser throws for a quote it cannot pair; which one it was does not help the reader of the report.
    return undefined
  }
}
