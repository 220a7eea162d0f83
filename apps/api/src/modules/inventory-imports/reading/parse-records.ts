import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { IrregularRecords } from './scan-records.ts'
import type { Delimiter } from './read-table.ts'
import { maxRecordChars } from './table.ts'

/**
 * The cells of records that were found in a text table, by the rules of `readTable`.
 * @throws `IrregularRecords` when they are damaged
 */
export function parseRecords(
  records: readonly Uint8Array[],
  { delimiter, decoder }: { delimiter: Delimiter; decoder: TextDecoder },
): string[][] {
  const lineBreak = Buffer.from('\n')
  const text = decode(Buffer.concat(records.flatMap((bytes) => [bytes, lineBreak])), decoder)
  let parsed: string[][]
  try {
    parsed = parse(text, {
      relax_column_count: true,
      max_record_size: maxRecordChars,
      record_delimiter: ['\r\n', '\n', '\r'],
      delimiter,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new IrregularRecords(error.message)
  }
  if (parsed.length !== records.length) throw new IrregularRecords('quotes do not match')
  return parsed
}

function decode(bytes: Uint8Array, decoder: TextDecoder): string {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new IrregularRecords('the bytes are not text')
  }
  if (text.includes('\0')) throw new IrregularRecords('the bytes are not text')
  return text
}
