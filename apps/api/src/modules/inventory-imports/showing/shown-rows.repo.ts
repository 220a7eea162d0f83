import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { RowAction } from '../imports/inventory-import.ts'
import type { InventoryRow, RowWarning } from '../reading/inventory-row.ts'

/** The values of a listing that change, by column; these are shown. */
export interface ShownValues {
  quantity?: number
  price_minor?: number
  currency?: string
  status?: 'active' | 'withdrawn'
}

export interface ShownRow {
  position: number
  line: number | null
  externalId: string | null
  contents: InventoryRow | null
  action: RowAction | 'pending'
  code: string | null
  message: string | null
  warnings: RowWarning[]
  listingId: string | null
  before: ShownValues | null
  after: ShownValues | null
  outcome: 'written' | 'unchanged' | 'rejected' | 'undone' | 'undo_rejected' | null
  priceChangeBp: number | null
  eventId: number | null
  eventTitle: string | null
  /** Of the listing as it is now. */
  price: number | null
  quantity: number | null
  currency: string | null
  section: string | null
  row: string | null
  firstSeat: number | null
  lastSeat: number | null
}

async function read(db: DbOrTx, importId: string, rest: RawBuilder<unknown>): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`
    select r.position, r.line, r.external_id as "externalId", r.contents, r.action, r.code, r.message, r.warnings,
      r.listing_id as "listingId", r."before", r."after", r.outcome,
      r.price_change_bp as "priceChangeBp", e.id as "eventId", e.title as "eventTitle",
      l.price_minor as price, l.quantity, l.currency, l.section, l."row", l.first_seat as "firstSeat", l.last_seat as "lastSeat"
    from inventory_import_rows r
    left join inventory_import_events m on m.import_id = r.import_id and m.key = r.event_key
    left join listings l on l.id = r.listing_id
    left join events e on e.id = coalesce(m.event_id, l.event_id)
    where r.import_id = ${importId} ${rest}`.execute(db)
  return rows
}

export interface RowFilter {
  action?: RowAction | undefined
  result?: 'written' | 'rejected' | 'undone' | 'undo_rejected' | undefined
  /** In percent. */
  priceMovesOver?: number | undefined
}

interface RowPage {
  order: { by: 'line' | 'price_change'; direction: 'asc' | 'desc' }
  page: number
  perPage: number
}

/** Rows in the order of the file, withdrawals last; or by how much their price moves, those that stay last. */
export async function readShownRows(
  db: DbOrTx,
  importId: string,
  { action, result, priceMovesOver, order, page, perPage }: RowFilter & RowPage,
): Promise<{ rows: ShownRow[]; total: number }> {
  const filter = sql`and (${action ?? null}::text is null or r.action = ${action ?? null})
    and (${result ?? null}::text is null or r.outcome = ${result ?? null})
    ${priceMovesOver === undefined ? sql`` : sql`and abs(r.price_change_bp) > ${priceMovesOver * 100}`}`
  const direction = order.direction === 'desc' ? sql`desc` : sql`asc`
  const sorted =
    order.by === 'line'
      ? sql`r.position ${direction}`
      : sql`r.price_change_bp ${direction} nulls last, r.position`
  const rows = await read(
    db,
    importId,
    sql`${filter} order by ${sorted} limit ${perPage} offset ${(page - 1) * perPage}`,
  )
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from inventory_import_rows r where r.import_id = ${importId} ${filter}`.execute(
    db,
  )
  return { rows, total: counted[0]?.total ?? 0 }
}

/** All rows from one position to another. */
export function readRowsBetween(
  db: DbOrTx,
  importId: string,
  { first, last }: { first: number; last: number },
): Promise<ShownRow[]> {
  return read(db, importId, sql`and r.position between ${first} and ${last} order by r.position`)
}

/** The team's listings with these external ids, or with these ids of their own. */
export async function readListingIds(
  db: DbOrTx,
  teamId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; external_id: string | null }>`
    select id, external_id from listings
    where seller_team_id = ${teamId} and (external_id = any(${externalIds}::text[]) or id = any(${externalIds}::text[]))`.execute(
    db,
  )
  return new Map(rows.flatMap(({ id, external_id }) => [[id, id] as const, [external_id ?? id, id] as const]))
}

/** Rows after the position, for a part of the result. */
export function readRowsAfter(
  db: DbOrTx,
  importId: string,
  { after, limit, action }: { after: number; limit: number; action: RowAction | undefined },
): Promise<ShownRow[]> {
  const ofAction = action === undefined ? sql`` : sql`and r.action = ${action}`
  return read(db, importId, sql`and r.position > ${after} ${ofAction} order by r.position limit ${limit}`)
}

/** The first rows with a price. */
export async function readPriceExamples(
  db: DbOrTx,
  importId: string,
): Promise<{ line: number; priceMinor: number; currency: string }[]> {
  const { rows } = await sql<{ line: number; priceMinor: number; currency: string }>`
    select line, (contents ->> 'priceMinor')::bigint as "priceMinor", contents ->> 'currency' as currency
    from inventory_import_rows
    where import_id = ${importId} and contents ->> 'priceMinor' is not null order by position limit 3`.execute(
    db,
  )
  return rows
}

/** Why rows are invalid or were rejected, the most frequent first. */
export async function readReasons(
  db: DbOrTx,
  importId: string,
): Promise<{ code: string; message: string; rows: number }[]> {
  const { rows } = await sql<{ code: string; message: string; rows: number }>`
    select code, min(message) as message, count(*)::int as rows from inventory_import_rows
    where import_id = ${importId} and (action = 'invalid' or outcome in ('rejected', 'undo_rejected')) and code is not null
    group by code order by count(*) desc, code limit 50`.execute(db)
  return rows
}
