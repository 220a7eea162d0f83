import { maxComparedListings } from '@terrace/contracts/inventory'
import { sellerFeeBp } from '@terrace/domain/money/seller-proceeds'
import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import {
  heldByListing,
  inventorySource,
  inventoryStatus,
  type InventorySelection,
} from './inventory-filter.ts'
import type { InventoryEvent } from './inventory.repo.ts'
import { matchedListings } from './inventory.repo.ts'

/** Totals of the listings of one event in one currency; the values are those of the tickets that are not sold. */
export interface EventTotals {
  eventId: number
  currency: string
  listings: number
  tickets: number
  sold: number
  held: number
  costMinor: number
  askingMinor: number
  proceedsMinor: number
  marginMinor: number
  offered: number
  /** `null` when too many listings would have to be compared. */
  lowest: number | null
}

const order = { order_by: 'event', sort_order: 'asc', group_by: 'event' } as const

/** In the order of the events' start. */
export async function readEventTotals(db: DbOrTx, selection: InventorySelection): Promise<EventTotals[]> {
  const { now, filter } = selection
  const source =
    filter.market === undefined
      ? inventorySource(selection)
      : sql`(${matchedListings(selection, order)}) matched
          join listings l on l.id = matched.id
          join catalogue_events e on e.id = l.event_id
          left join (${heldByListing(now)}) held on held.listing_id = l.id`
  // Rounds the fee of each ticket half up, as `sellerProceeds` does.
  const { rows } = await sql<Omit<EventTotals, 'lowest'>>`
    select stock.event_id as "eventId", currency, count(*)::integer as listings, sum(quantity)::integer as tickets,
      sum(quantity - unsold)::integer as sold, sum(held)::integer as held,
      coalesce(sum(cost_minor * unsold), 0)::bigint as "costMinor", sum(price_minor * unsold)::bigint as "askingMinor",
      sum(proceeds_minor * unsold)::bigint as "proceedsMinor",
      coalesce(sum((proceeds_minor - cost_minor) * unsold), 0)::bigint as "marginMinor",
      (count(*) filter (where status = 'active' and unsold - own_held > held and is_on_sale))::integer as offered
    from (
      select l.event_id, e.starts_at, l.currency, l.status, l.quantity, l.quantity - l.sold as unsold, l.price_minor,
        l.cost_minor, coalesce(held.tickets, 0) as held,
        own_hold_quantity(l.own_hold_quantity, l.own_hold_until, ${now}) as own_held, event_blocker(e.status, e.starts_at, ${now}) is null as is_on_sale,
        l.price_minor - (l.price_minor * ${sellerFeeBp} + 5000) / 10000 as proceeds_minor
      from ${source}
    ) stock
    group by starts_at, event_id, currency
    order by starts_at, event_id, currency`.execute(db)
  const listings = rows.reduce((total, row) => total + row.listings, 0)
  const lowest = listings <= maxComparedListings ? await countLowest(db, selection) : undefined
  return rows.map((row) => ({
    ...row,
    lowest: lowest ? (lowest.get(`${row.eventId} ${row.currency}`) ?? 0) : null,
  }))
}

/** How many listings have the lowest price of their comparables, by event and currency. */
async function countLowest(db: DbOrTx, selection: InventorySelection): Promise<Map<string, number>> {
  const { rows } = await sql<{ eventId: number; currency: string; lowest: number }>`
    select l.event_id as "eventId", l.currency, count(*)::integer as lowest
    from comparable_prices(array(select id from (${matchedListings(selection, order)}) matched), ${selection.now}) market
    join listings l on l.id = market.listing_id
    where market.rank = 1
    group by l.event_id, l.currency`.execute(db)
  return new Map(rows.map((row) => [`${row.eventId} ${row.currency}`, row.lowest]))
}

export interface StatusCounts {
  all: number
  published: number
  unpublished: number
  sold_out: number
  with_holds: number
}

/** Without regard to the filters of status, holds and market. */
export async function countByStatus(db: DbOrTx, selection: InventorySelection): Promise<StatusCounts> {
  const { 'status[]': _status, has_holds: _holds, market: _market, ...filter } = selection.filter
  const { rows } = await sql<StatusCounts>`
    select count(*)::integer as all,
      (count(*) filter (where status = 'published'))::integer as published,
      (count(*) filter (where status = 'unpublished'))::integer as unpublished,
      (count(*) filter (where status = 'sold_out'))::integer as sold_out,
      (count(*) filter (where held > 0))::integer as with_holds
    from (select ${inventoryStatus} as status, held.tickets as held from ${inventorySource({ ...selection, filter })}) stock`.execute(
    db,
  )
  return rows[0] ?? { all: 0, published: 0, unpublished: 0, sold_out: 0, with_holds: 0 }
}

/** In the order of their start. */
export async function readInventoryEvents(
  db: DbOrTx,
  eventIds: readonly number[],
): Promise<InventoryEvent[]> {
  const { rows } = await sql<InventoryEvent>`
    select e.id as "eventId", e.title as "eventTitle", e.slug as "eventSlug", e.status as "eventStatus",
      e.starts_at as "startsAt", to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI') as "localAt", e.timezone,
      e.time_confirmed as "timeConfirmed", v.name as "venueName", v.city
    from events e join venues v on v.id = e.venue_id
    where e.id = any(${eventIds}) order by e.starts_at, e.id`.execute(db)
  return rows
}
