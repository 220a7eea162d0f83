import type { InventoryFilter } from '@terrace/contracts/inventory'
import { csvText } from '@terrace/domain/text/csv-text'
import type { Db } from '#api/db/client.ts'
import { inventorySource } from '#api/modules/supply/index.ts'
import type { WorkTurns } from '#api/shared/concurrency/work-turns.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { dialects, findDialect } from '../dialects/dialect.ts'
import { readListingsToExport, type ExportedListing } from './exported-listings.repo.ts'
import { cellsOf, type WritableDialect } from './write-cells.ts'
import type { CsvPart } from './write-result.ts'

const listingsPerPart = 20_000
/** Listings that become lines in one piece of work. */
const listingsAtOnce = 200

interface Export {
  turns: WorkTurns
  teamId: string
  dialect: string
  /** Of a dialect without a column for it: its files have one currency. */
  currency: string
  after: string | undefined
  filter: Partial<InventoryFilter>
  now: Date
  /** Whether the file has the costs. */
  withMoney: boolean
}

/**
 * The team's unsold listings on sale that match the filter, as a file of the dialect, in parts. A profile of that dialect reads it back without a
 * change.
 * @throws `input.invalid` for dialects that are only read
 */
export async function exportInventory(
  db: Db,
  { turns, teamId, dialect: name, currency, after, filter, now, withMoney }: Export,
): Promise<CsvPart> {
  const dialect = requireWritable(name)
  const hasCurrency = Object.values(dialect.columns).some(({ field }) => field === 'currency')
  const columns = [
    ...dialect.header,
    ...dialect.optional.filter((column) => dialect.columns[column] !== undefined),
  ].filter((column) => withMoney || dialect.columns[column]?.field !== 'cost')
  const listings = await readListingsToExport(db, {
    source: inventorySource({ teamId, filter, now }),
    currency: hasCurrency ? undefined : currency,
    after: after ?? '',
    limit: listingsPerPart,
    now,
  })
  const slices = Array.from({ length: Math.ceil(listings.length / listingsAtOnce) }, (_, at) =>
    listings.slice(at * listingsAtOnce, (at + 1) * listingsAtOnce),
  )
  const parts = await turns.map(slices, (slice) => withoutMark(csvText(slice.map(rowOf))))
  // Only the first part begins a file.
  const start = after === undefined ? csvText([columns]) : ''

  function rowOf(listing: ExportedListing): string[] {
    const cells: Record<string, string> = { ...cellsOf(listing, dialect), listing_id: listing.id }
    return columns.map((column) => cells[column] ?? '')
  }

  return {
    filename: `inventory-${now.toISOString().slice(0, 10)}.csv`,
    csv: start + parts.join(''),
    next: listings.length === listingsPerPart ? (listings.at(-1)?.id ?? null) : null,
  }
}

/** Whether files of the dialect always have a column for costs, so that they are no files of it without. */
export function needsCosts(name: string): boolean {
  const dialect = findDialect(name)
  return dialect?.header.some((column) => dialect.columns[column]?.field === 'cost') ?? false
}

const withoutMark = (csv: string) => csv.replace(/^\uFEFF/, '')

function requireWritable(name: string): WritableDialect {
  const dialect = findDialect(name)
  if (dialect && isWritable(dialect)) return dialect
  const names = dialects.filter(isWritable).map((one) => one.name)
  throw invalidInput({ dialect: [`must be one of ${names.join(', ')}`] })
}

function isWritable(dialect: { write?: unknown }): dialect is WritableDialect {
  return dialect.write !== undefined
}
