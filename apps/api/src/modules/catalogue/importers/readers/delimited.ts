import { readCsvCell } from '@terrace/domain/text/csv-text'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse, type Info } from 'csv-parse'
import { RefusedFileError } from './refused-file.ts'
import { countLines, readText } from './read-text.ts'
import type { SourceFile } from './source-file.ts'
import type { SourceRecord } from './source-record.ts'

const delimiters = [',', ';', '\t']
/** An unpaired quote would otherwise collect the rest of the file as one cell. */
const maxRecordBytes = 1024 * 1024

interface Row {
  cells: string[]
  /** The line on which the row starts. */
  line: number
}

/**
 * Reads a table with a header, its cells separated by commas, semicolons or tabs, and yields trimmed cells by column. A
 * row of the wrong length is a bad row.
 * @throws `RefusedFileError` for an unpaired quote, a last line that is cut off, or a header that names a column twice
 */
export async function* readDelimited(file: SourceFile): AsyncGenerator<SourceRecord<Record<string, string>>> {
  let header: string[] | undefined
  let isShort = false
  let last: { line: number; bad: string } | undefined
  for await (const { cells, line } of readRows(file)) {
    if (!header) {
      header = headerOf(cells, line)
      continue
    }
    if (last) yield last
    last = undefined
    if (cells.length === header.length) {
      yield {
        line,
        record: Object.fromEntries(header.map((name, at) => [name, readCsvCell(cells[at] ?? '').trim()])),
      }
      continue
    }
    last = { line, bad: `${cells.length} cells, but the header has ${header.length}` }
    isShort = cells.length < header.length
  }
  if (last && isShort) throw new RefusedFileError(last.line, `${last.bad}: the file is cut off`)
  if (last) yield last
}

/** The column names of a table. */
export async function readDelimitedHeader(file: SourceFile): Promise<string[]> {
  for await (const { cells, line } of readRows(file)) return headerOf(cells, line)
  return []
}

function headerOf(cells: readonly string[], line: number): string[] {
  const header = cells.map((name) => name.trim())
  const repeated = header.find((name, at) => name !== '' && header.indexOf(name) !== at)
  if (repeated !== undefined) throw new RefusedFileError(line, `the column ${repeated} appears twice`)
  return header
}

async function* readRows(file: SourceFile): AsyncGenerator<Row> {
  const text = readText(file)
  const { start, delimiter } = await findDelimiter(text)
  async function* all() {
    yield start
    yield* text
  }
  let end = 0
  const parser = parse({
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: '\n',
    max_record_size: maxRecordBytes,
    delimiter,
    // Rows before an error may never be delivered.
    on_record(record, { lines }) {
      end = lines
      return record
    },
  })
  // The parser reports the source's errors too.
  const feeding = pipeline(all(), parser).catch(() => undefined)
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      yield { cells: record, line: info.lines - record.reduce((sum, cell) => sum + countLines(cell), 0) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new RefusedFileError(end + 1, 'a quote is unclosed or appears inside a cell')
  } finally {
    parser.destroy()
    await feeding
  }
}

/** Reads up to the end of the header and finds the separator that splits it into most cells. */
async function findDelimiter(
  text: AsyncGenerator<string, void>,
): Promise<{ start: string; delimiter: string }> {
  let start = ''
  for (;;) {
    const { value, done } = await text.next()
    start += value ?? ''
    if (done || start.trimStart().includes('\n') || start.length > maxRecordBytes) break
  }
  // Spreadsheets write "sep=;" above the header; its line stays, so that later lines keep their numbers.
  const stated = /^\s*sep=(.)\n/.exec(start)
  if (stated) return { start: start.slice(stated[0].length - 1), delimiter: stated[1] ?? ',' }
  const header = start.trimStart().split('\n', 1)[0] ?? ''
  const cells = (delimiter: string) => header.split(delimiter).length
  return {
    start,
    delimiter: delimiters.toSorted((left, right) => cells(right) - cells(left))[0] ?? ',',
  }
}
