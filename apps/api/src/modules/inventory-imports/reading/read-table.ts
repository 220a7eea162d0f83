import { pipeline, Readable } from 'node:stream'
import { CsvError, parse, type Info } from 'csv-parse'
import { decodeText, UnreadableFile, type TextEncodingChoice } from './decode-text.ts'
import { assertHeader, maxRecordChars, type Table, type TableRecord } from './table.ts'

export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

export interface TableOptions {
  encoding?: TextEncodingChoice
  /** Without one, the header decides. */
  delimiter?: Delimiter | undefined
  /** Reads no more records than this, the header included. */
  maxRecords?: number | undefined
}

const maxHeaderChars = 65_536
const lineBreak = /\r\n|\r|\n/

/**
 * Reads a table without holding it in memory: comma, semicolon or tab; LF, CRLF or CR; quoted cells with line breaks.
 * @throws `UnreadableFile` when the file is damaged, from here or while its records are read
 */
export async function readTable(
  chunks: AsyncIterable<Uint8Array>,
  { encoding = 'auto', delimiter, maxRecords }: TableOptions = {},
): Promise<Table & { delimiter: Delimiter }> {
  const text = decodeText(chunks, encoding)
  const { head, rest } = await readHead(text)
  const separator = delimiter ?? delimiterOf(head)
  const parser = parse({
    info: true,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordChars,
    record_delimiter: ['\r\n', '\n', '\r'],
    delimiter: separator,
    ...(maxRecords !== undefined && { to: maxRecords }),
  })
  // The pipeline destroys the parser with its error, which the reader of the records then receives.
  pipeline(Readable.from(rest), parser, () => {})
  const lines = withPlainErrors(parser)[Symbol.asyncIterator]()
  const first = await lines.next()
  if (first.done) throw new UnreadableFile('empty', 'This file is empty: it has no header')
  const header = first.value.cells.map((name) => name.trim())
  assertHeader(header)
  return { header, records: recordsOf(lines), delimiter: separator }
}

/** Enough text to see the header, and an iterable that still has all of it. */
async function readHead(
  text: AsyncGenerator<string>,
): Promise<{ head: string; rest: AsyncIterable<string> }> {
  let head = ''
  while (!lineBreak.test(head) && head.length < maxHeaderChars) {
    const next = await text.next()
    if (next.done) break
    head += next.value
  }
  async function* all(): AsyncGenerator<string> {
    if (head !== '') yield head
    yield* text
  }
  return { head: head.replace(/^\uFEFF/, '').split(lineBreak, 1)[0] ?? '', rest: all() }
}

/** The separator that splits the header into most cells. */
export function delimiterOf(header: string): Delimiter {
  const cells = (delimiter: string) => header.split(delimiter).length
  return delimiters.toSorted((left, right) => cells(right) - cells(left))[0] ?? ','
}

async function* withPlainErrors(parser: AsyncIterable<unknown>): AsyncGenerator<TableRecord> {
  let line = 0
  // The parser counts a line break of two characters twice within quotes.
  let countedTwice = 0
  try {
    for await (const parsed of parser) {
      // The declared type ignores `info`.
      const { record, info } = parsed as { record: string[]; info: Pick<Info, 'lines'> }
      const text = record.join(' ')
      countedTwice += text.split('\r\n').length - 1
      line = info.lines - countedTwice
      yield { line: line - (text.split(lineBreak).length - 1), cells: record }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      throw new UnreadableFile(
        'row_too_long',
        `Line ${line + 1} is longer than 1 MB, so nothing was read. A quote may not be closed`,
        { cause: error },
      )
    throw new UnreadableFile(
      'damaged',
      `Line ${line + 1} has a quote that is not closed or stands inside a cell, so nothing was read. Export the file again`,
      { cause: error },
    )
  }
}

async function* recordsOf(lines: AsyncIterator<TableRecord>): AsyncGenerator<TableRecord> {
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    if (next.value.cells.some((cell) => cell.trim() !== '')) yield next.value
  }
}
