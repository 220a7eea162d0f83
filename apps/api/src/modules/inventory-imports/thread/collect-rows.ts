import { formatCount } from '@terrace/domain/tickets/format-count'
import { eventKeyOf } from '../matching/event-key.ts'
import type { ImportEvent } from '../matching/import-events.repo.ts'
import type { ParsedImportRow } from '../imports/import-rows.repo.ts'
import { UnreadableFile } from '../reading/decode-text.ts'
import type { ReadRow } from '../reading/inventory-row.ts'
import { inventoryOf } from '../reading/read-inventory.ts'
import type { RowFormat } from '../reading/row-format.ts'
import { hashBarcode } from '../reading/hash-barcode.ts'
import { assertLineCount, openTable, type TableSettings } from './open-table.ts'
import type { FileBytes } from './file-bytes.ts'

/** More rows than any spreadsheet program can show, and than the marketplace has listings. */
export const maxImportRows = 1_000_000
export const maxEvents = 100_000
export const batchSize = 1000

const tooManyRows = `The file has more than ${formatCount(maxImportRows)} rows. Split it and import the parts by id`

/** @throws `UnreadableFile` for a text file with too many rows, before any is stored */
export function assertRowCount(file: FileBytes): Promise<void> {
  return assertLineCount(file, maxImportRows, tooManyRows)
}

/**
 * Reads a file into rows as the import stores them, a thousand at a time, then the events that they name.
 * @throws `UnreadableFile`
 */
export async function collectRows(
  file: FileBytes,
  { format, table, barcodeKey }: { format: RowFormat; table: TableSettings; barcodeKey: string },
  onBatch: (rows: readonly ParsedImportRow[]) => Promise<void>,
): Promise<{ rowsRead: number; events: ImportEvent[] }> {
  await assertRowCount(file)
  const { rows } = inventoryOf(await openTable(file, table), format)
  const events = new Map<string, ImportEvent>()
  let batch: ParsedImportRow[] = []
  let position = 0
  for await (const row of rows) {
    position += 1
    if (position > maxImportRows) throw new UnreadableFile('too_many_rows', tooManyRows)
    batch.push(toImportRow(row, { position, events, barcodeKey }))
    if (events.size > maxEvents)
      throw new UnreadableFile(
        'too_many_events',
        `The file names more than ${formatCount(maxEvents)} events. Check which columns the profile reads`,
      )
    if (batch.length < batchSize) continue
    await onBatch(batch)
    batch = []
  }
  if (batch.length > 0) await onBatch(batch)
  return { rowsRead: position, events: [...events.values()] }
}

export function toImportRow(
  read: ReadRow,
  {
    position,
    events,
    barcodeKey,
    digest = null,
  }: { position: number; events: Map<string, ImportEvent>; barcodeKey: string; digest?: string | null },
): ParsedImportRow {
  const { line, externalId } = read
  if ('problems' in read) {
    const { problems } = read
    return {
      position,
      line,
      external_id: externalId,
      event_key: null,
      contents: null,
      action: 'invalid',
      code: problems[0]?.code ?? 'invalid',
      message: problems.map(({ column, message }) => `${column}: ${message}`).join('; '),
      warnings: [],
      digest: null,
    }
  }
  const key = eventKeyOf(read.row.event)
  const known = events.get(key)
  if (known) {
    known.rows += 1
    known.lastLine = line
  } else events.set(key, { key, named: read.row.event, rows: 1, firstLine: line, lastLine: line })
  return {
    position,
    line,
    external_id: externalId,
    event_key: key,
    // Anyone with a barcode could use the ticket, so only hashes of barcodes are stored.
    contents: read.row.barcodes
      ? { ...read.row, barcodes: read.row.barcodes.map((barcode) => hashBarcode(barcode, barcodeKey)) }
      : read.row,
    action: 'pending',
    code: null,
    message: null,
    warnings: read.warnings,
    // Barcodes are compared with those of all other rows, so such a row is always read.
    digest: read.row.barcodes ? null : digest,
  }
}
