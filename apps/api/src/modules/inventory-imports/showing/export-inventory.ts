import type { InventoryFilter } from '@terrace/contracts/inventory'
import { csvText } from '@terrace/domain/text/csv-text'
import type { Db } from '#api/db/client.ts'
import { inventorySource } from '#api/modules/supply/index.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { dialects, findDialect } from '../dialects/dialect.ts'
import { readListingsToExport } from './exported-listings.repo.ts'
import { cellsOf, type WritableDialect } from './write-cells.ts'
import type { CsvPart } from './write-result.ts'

const listingsPerPart = 20_000

interface Export {
  teamId: string
  dialect: string
  /** Of a dialect without a column for it: its files have one currency. */
  currency: string
  after: string | undefined
  filter: Partial<InventoryFilter>
  now: Date
}

/**
 * The team's unsold listings on sale that match the filter, as a file of the dialect, in parts. A profile of that dialect reads it back without a
 * change.
 * @throws `input.invalid` for dialects that are only read
 */
export async function exportInventory(
  db: Db,
  { teamId, dialect: name, currency, after, filter, now }: Export,
): Promise<CsvPart> {
  const dialect = requireWritable(name)
  const hasCurrency = Object.values(dialect.columns).some(({ field }) => field === 'currency')
  const columns = [
    ...dialect.header,
    ...dialect.optional.filter((column) => dialect.columns[column] !== undefined),
  ]
  const listings = await readListingsToExport(db, {
    source: inventorySource({ teamId, filter, now }),
    currency: hasCurrency ? undefined : currency,
    after: after ?? '',
    limit: listingsPerPart,
    now,
  })
  const rows = listings.map((listing) => {
    const cells: Record<string, string> = { ...cellsOf(listing, dialect), listing_id: listing.id }
    return columns.map((column) => cells[column] ?? '')
  })
  const text = csvText([...(after === undefined ? [columns] : []), ...rows])
  return {
    filename: `inventory-${now.toISOString().slice(0, 10)}.csv`,
    csv: after === undefined ? text : text.replace(/^\uFEFF/, ''),
    next: listings.length === listingsPerPart ? (listings.at(-1)?.id ?? null) : null,
  }
}

function requireWritable(name: string): WritableDialect {
  const dialect = findDialect(name)
  if (dialect && isWritable(dialect)) return dialect
  const names = dialects.filter(isWritable).map((one) => one.name)
  throw invalidInput({ dialect: [`must be one of ${names.join(', ')}`] })
}

function isWritable(dialect: { write?: unknown }): dialect is WritableDialect {
  return dialect.write !== undefined
}
