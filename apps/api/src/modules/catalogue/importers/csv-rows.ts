import { parse } from 'csv-parse/sync'
import type { ImportWarning, Row } from './source-rows.ts'

export interface CsvRows {
  /** Trimmed cells by column name. */
  rows: Row<Record<string, string>>[]
  bad: ImportWarning[]
}

/**
 * Reads a CSV table with a header. Every physical line is one row, because no source has line breaks in cells; an
 * unpaired quote then costs one row instead of the rest of the file.
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
    if (!cells) found.bad.push({ line, reason: 'a quote is unclosed or appears inside a cell' })
    else if (cells.length !== header.length) {
      found.bad.push({ line, reason: `${cells.length} cells, but the header has ${header.length}` })
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
    // The parser throws for an unpaired quote.
    return undefined
  }
}
