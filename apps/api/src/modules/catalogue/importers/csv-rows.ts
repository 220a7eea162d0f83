import { readCsvCell } from '@terrace/domain/text/csv-text'
import { removeInvisible } from '@terrace/domain/text/visible-text'
import { CsvError, parse, type Info } from 'csv-parse/sync'
import type { ImportWarning, Row } from './source-rows.ts'

export interface CsvRows {
  /** Trimmed cells by column name, without invisible characters and as they were before an export. */
  rows: Row<Record<string, string>>[]
  bad: ImportWarning[]
}

interface Line {
  record: string[]
  info: Pick<Info, 'lines'>
}

/**
 * Reads a CSV table with a header. Cells are separated by commas, semicolons or tabs, lines by LF, CRLF or CR; quoted
 * cells may contain line breaks. A row of the wrong length is a bad row. A damaged file (an unpaired quote, a last line
 * that is cut off) gives no rows at all, because what is missing cannot be known.
 */
export function readCsvRows(text: string, required: readonly string[]): CsvRows {
  const lines = readLines(text.replace(/^\uFEFF/, ''))
  if (!Array.isArray(lines)) return rejected(lines)
  const header = lines[0]?.record.map((name) => name.trim()) ?? []
  const missing = required.filter((name) => !header.includes(name))
  if (missing.length > 0) return rejected({ line: 1, reason: `columns missing: ${missing.join(', ')}` })
  const repeated = header.find((name, at) => name !== '' && header.indexOf(name) !== at)
  if (repeated !== undefined) return rejected({ line: 1, reason: `the column ${repeated} appears twice` })
  const found: CsvRows = { rows: [], bad: [] }
  for (const { record, info } of lines.slice(1)) {
    const line = info.lines - record.join('').split(lineBreak).length + 1
    if (record.length === header.length) {
      const cells = header.map((name, at): [string, string] => [
        name,
        removeInvisible(readCsvCell(record[at] ?? '')).trim(),
      ])
      found.rows.push({ line, value: Object.fromEntries(cells) })
      continue
    }
    const reason = `${record.length} cells, but the header has ${header.length}`
    const isCut = info === lines.at(-1)?.info && record.length < header.length
    if (isCut) return rejected({ line, reason: `${reason}: the file is cut off, so nothing was loaded` })
    found.bad.push({ line, reason })
  }
  return found
}

const lineBreak = /\r\n|\r|\n/
const delimiters = [',', ';', '\t']

function readLines(text: string): Line[] | ImportWarning {
  let lastLine = 0
  try {
    return parse(text, {
      info: true,
      on_record: (record, { lines }) => {
        lastLine = lines
        return record
      },
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      delimiter: delimiterOf(text.split(lineBreak, 1)[0] ?? ''),
    }) as unknown as Line[] // the declared type ignores `info`
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return {
      line: lastLine + 1,
      reason: 'a quote is unclosed or appears inside a cell, so nothing was loaded',
    }
  }
}

/** The separator that splits the header into most cells. */
function delimiterOf(header: string): string {
  const cells = (delimiter: string) => header.split(delimiter).length
  return delimiters.toSorted((left, right) => cells(right) - cells(left))[0] ?? ','
}

const rejected = (warning: ImportWarning): CsvRows => ({ rows: [], bad: [warning] })
