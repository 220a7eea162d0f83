import type { Dialect } from '../dialects/dialect.ts'
import type { ReadRow } from './inventory-row.ts'
import { UnreadableFile } from './decode-text.ts'
import { readTable, type TableOptions } from './read-table.ts'
import type { Table } from './table.ts'
import { missingFields, type RowFormat } from './row-format.ts'
import { rowReader } from './read-row.ts'

export interface Inventory {
  header: string[]
  rows: AsyncIterable<ReadRow>
}

/**
 * Reads an inventory file row by row.
 * @throws `UnreadableFile` when it is damaged or lacks a column that the profile needs, from here or while rows are read
 */
export async function readInventory(
  chunks: AsyncIterable<Uint8Array>,
  { format, ...options }: TableOptions & { format: RowFormat },
): Promise<Inventory> {
  return inventoryOf(await readTable(chunks, options), format)
}

/** @throws `UnreadableFile` as `readInventory` does */
export function inventoryOf({ header, records }: Table, format: RowFormat): Inventory {
  const missing = missingFields(header, format)
  if (missing.length > 0) {
    throw new UnreadableFile(
      'columns',
      `The file has no column for ${missing.join(', ')}. Its columns are: ${header.join(', ')}`.slice(
        0,
        1000,
      ),
    )
  }
  const read = rowReader(header, format)
  async function* rows(): AsyncGenerator<ReadRow> {
    let last: ReadRow | undefined
    let lastLength = header.length
    for await (const record of records) {
      if (last) yield last
      lastLength = record.cells.length
      last = read(record)
    }
    if (!last) return
    // A last line that is too short was cut off, and then other rows may be missing too.
    if (lastLength < header.length)
      throw new UnreadableFile(
        'cut',
        `Line ${last.line} is cut off, so nothing was changed. Export the file again`,
      )
    yield last
  }
  return { header, rows: rows() }
}

/** How a dialect writes its cells, in dollars unless it says otherwise. */
export function formatOfDialect(dialect: Dialect, own: Partial<RowFormat> = {}): RowFormat {
  return {
    columns: dialect.columns,
    currency: dialect.currency ?? 'USD',
    decimal: 'point',
    dateOrder: dialect.dateOrder,
    unknownTimes: dialect.unknownTimes,
    splitWords: dialect.splitWords,
    deliveryWords: dialect.deliveryWords,
    isPatch: dialect.mode === 'patch',
    isIdentifiedBySeats: dialect.identity === 'seats',
    eventId: null,
    ...own,
  }
}
