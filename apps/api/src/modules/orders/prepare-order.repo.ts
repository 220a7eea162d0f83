import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import type { LineSnapshot } from './order.ts'
import type { SeatRun } from './seat-runs.ts'

/** A row of the SQL function `listing_snapshots`. */
export interface ListingSnapshotRow {
  listing_id: string
  event_title: string
  event_slug: string
  event_local_at: string
  time_confirmed: boolean
  time_zone: string
  venue_name: string
  city: string
  category_name: string
  section: string
  row: string
  seats_hidden: boolean
  ticket_type: DeliveryType
  in_hand_date: string
  seller_name: string
  first_seat: number | null
  last_seat: number | null
  sold: number
  /** As PostgreSQL writes a multirange: `{[12,14),[20,21)}`. */
  sold_seats: string
  seats: number[] | null
}

export interface SellableListing {
  snapshot: Omit<LineSnapshot, 'seats'>
  firstSeat: number | null
  lastSeat: number | null
  /** Every seat, unless they are adjacent. */
  seats: readonly number[] | null
  /** Tickets sold so far. */
  sold: number
  soldSeats: readonly SeatRun[]
}

/** What an order needs in addition to its holds. */
export interface OrderInput {
  /** Empty if `place_orders` assigns it. */
  number: string
  sellable: ReadonlyMap<string, SellableListing>
}

/**
 * Reads the next order number, the listings' current data and their sold seats. The caller has locked the listings.
 */
export async function prepareOrder(tx: Tx, listingIds: readonly string[]): Promise<OrderInput> {
  // A scalar subquery draws the sequence once; as a column it would draw one number per row.
  const { rows } = await sql<ListingSnapshotRow & { number: string }>`
    select (select nextval('order_numbers')::text) as number, s.* from listing_snapshots(${listingIds}) s`.execute(
    tx,
  )
  return { number: rows[0]?.number ?? '', sellable: toSellableListings(rows) }
}

export function toSellableListings(rows: readonly ListingSnapshotRow[]): Map<string, SellableListing> {
  return new Map(rows.map((row) => [row.listing_id, toSellable(row)]))
}

function toSellable(row: ListingSnapshotRow): SellableListing {
  return {
    snapshot: {
      eventTitle: row.event_title,
      eventSlug: row.event_slug,
      eventLocalAt: row.event_local_at,
      timeConfirmed: row.time_confirmed,
      timeZone: row.time_zone,
      venueName: row.venue_name,
      city: row.city,
      categoryName: row.category_name,
      section: row.section,
      row: row.row,
      seatsHidden: row.seats_hidden,
      deliveryType: row.ticket_type,
      inHandDate: row.in_hand_date,
      sellerName: row.seller_name,
    },
    firstSeat: row.first_seat,
    lastSeat: row.last_seat,
    seats: row.seats,
    sold: row.sold,
    soldSeats: parseSeatRuns(row.sold_seats),
  }
}

function parseSeatRuns(multirange: string): SeatRun[] {
  return [...multirange.matchAll(/\[(-?\d+),(-?\d+)\)/g)].map(([, first, end]) => ({
    first: Number(first),
    last: Number(end) - 1,
  }))
}
