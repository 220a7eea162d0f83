import type { ParsedImportRow } from '../imports/import-rows.repo.ts'
import type { ImportEvent } from '../matching/import-events.repo.ts'
import { parseRecords } from '../reading/parse-records.ts'
import { inventoryOf } from '../reading/read-inventory.ts'
import { rowReader } from '../reading/read-row.ts'
import { readTable } from '../reading/read-table.ts'
import type { RowFormat } from '../reading/row-format.ts'
import { recordDigester } from '../reading/digest-record.ts'
import { createRecordScanner, IrregularRecords } from '../reading/scan-records.ts'
import { assertRowCount, batchSize, maxEvents, maxImportRows, toImportRow } from './collect-rows.ts'
import { allBytes, type FileBytes } from './file-bytes.ts'
import { settledRecords } from './settled-records.ts'
import { isArchive, type TableSettings } from './open-table.ts'

interface ChangedRowsTask {
  format: RowFormat
  table: TableSettings
  barcodeKey: string
  /** Everything that decides what a row means, except the header. */
  context: string
  digests: Uint8Array
}

interface ChangedRows {
  rowsRead: number
  events: ImportEvent[]
  kept: number
  /** Numbers of settled rows that the file does not have, and of those that it has more than once. */
  missing: number[]
  repeated: number[]
}

interface OpenRecord {
  bytes: Uint8Array
  line: number
  digest: string
  /** Kept rows before it. */
  keptBefore: number
}

/** Rows with a price that are always read: a preview shows them as examples. */
const examples = 3
/** So many bytes are parsed before rows are handed on. */
const pieceBytes = 256 * 1024

/**
 * Reads the rows of a text file that are not settled, as `collectRows` does, and counts the others.
 * @throws `IrregularRecords` when all rows must be read instead; also `UnreadableFile`, for a file that then is refused
 */
export async function collectChangedRows(
  file: FileBytes,
  { format, table, barcodeKey, context, digests }: ChangedRowsTask,
  onBatch: (rows: readonly ParsedImportRow[]) => Promise<void>,
): Promise<ChangedRows> {
  if (await isArchive(file)) throw new IrregularRecords('a spreadsheet')
  await assertRowCount(file)
  const { header, delimiter, decoder, bytes: headerBytes } = await readHeader(file, table)
  // Refuses a header without the columns that the profile needs.
  inventoryOf({ header, records: noRecords() }, format)
  const read = rowReader(header, format)
  const settled = settledRecords(digests)
  const events = new Map<string, ImportEvent>()
  let open: OpenRecord[] = []
  let ready: ParsedImportRow[] = []
  let kept = 0
  let parsed = 0
  let priced = 0
  let wanted = examples
  let last: { cells: number; keptBefore: number } | undefined

  function parseOpen(): void {
    const cells = parseRecords(
      open.map(({ bytes }) => bytes),
      { delimiter, decoder },
    )
    for (const [at, { line, digest, keptBefore }] of open.entries()) {
      const record = { line, cells: cells[at] ?? [] }
      if (record.cells.every((cell) => cell.trim() === '')) continue
      parsed += 1
      last = { cells: record.cells.length, keptBefore }
      const row = toImportRow(read(record), { position: keptBefore + parsed, events, barcodeKey, digest })
      if (typeof row.contents?.priceMinor === 'number') priced += 1
      ready.push(row)
    }
    open = []
    if (events.size > maxEvents) throw new IrregularRecords('too many events')
    if (kept + parsed > maxImportRows) throw new IrregularRecords('too many rows')
    if (priced < examples) wanted = Math.min(2 * wanted, batchSize)
  }

  const digestOf = recordDigester(context, headerBytes)
  const scanner = createRecordScanner(({ bytes, line }) => {
    if (line === 1) return
    const digest = digestOf(bytes)
    if (priced >= examples && settled.find(digest)) {
      kept += 1
      return
    }
    open.push({ bytes, line, digest, keptBefore: kept })
    if (open.length >= (priced < examples ? wanted : batchSize)) parseOpen()
  })
  for await (const part of allBytes(file)) {
    for (let at = 0; at < part.length; at += pieceBytes) {
      scanner.add(part.subarray(at, at + pieceBytes))
      if (ready.length < batchSize) continue
      await onBatch(ready)
      ready = []
    }
  }
  scanner.end()
  if (open.length > 0) parseOpen()
  // Such a last line was cut off, and then other rows may be missing too.
  if (last?.keptBefore === kept && last.cells < header.length) throw new IrregularRecords('cut off')
  if (ready.length > 0) await onBatch(ready)
  return {
    rowsRead: kept + parsed,
    events: [...events.values()],
    kept,
    missing: settled.missing(),
    repeated: settled.repeated(),
  }
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
const quote = 0x22

async function readHeader(file: FileBytes, { encoding, delimiter: wanted }: TableSettings) {
  const start = await file.readPart(0)
  const [first = 0, second = 0, third = 0] = start
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new IrregularRecords('UTF-16')
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf
  const name = encoding === 'windows-1252' && !hasMark ? 'windows-1252' : 'utf-8'
  const bytes = start.subarray(0, endOfHeader(start))
  async function* once() {
    yield bytes
  }
  const { header, delimiter } = await readTable(once(), { encoding, delimiter: wanted ?? undefined })
  return { header, delimiter, bytes, decoder: new TextDecoder(name, { fatal: true, ignoreBOM: true }) }
}

function endOfHeader(bytes: Uint8Array): number {
  let isQuoted = false
  for (const [at, byte] of bytes.entries()) {
    if (byte === quote) isQuoted = !isQuoted
    else if (byte === lineFeed && !isQuoted) {
      if (at === 0 || (at === 1 && bytes[0] === carriageReturn))
        throw new IrregularRecords('no header on line 1')
      return bytes[at - 1] === carriageReturn ? at - 1 : at
    }
  }
  return bytes.length
}

// No record is read from it.
async function* noRecords(): AsyncGenerator<never> {}
