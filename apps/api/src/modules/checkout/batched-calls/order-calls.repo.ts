import type { AttemptState } from '@terrace/domain/lifecycles/attempt-lifecycle'
import type pg from 'pg'
import { toMultirange } from '#api/db/multirange.ts'
import { leaseSeconds } from '../attempts/checkout-attempts.repo.ts'

/** A row of `read_order_inputs`: rows of `hold_details` and `listing_snapshots`, and encrypted attendees by hold id. */
export interface OrderInputRow<HoldRow, ListingRow> {
  attempt_id: string
  holds: HoldRow[]
  listings: ListingRow[]
  attendees: Record<string, string | null>
  quote: { id: string; title: string } | null
}

/** An attempt whose order is composed, with its quote. */
export interface OrderedAttempt {
  attemptId: string
  quoteId: string | null
}

/** Reads what the orders of these attempts are composed of, without locks. */
export async function readOrderInputs<HoldRow, ListingRow>(
  pool: pg.Pool,
  attempts: readonly OrderedAttempt[],
): Promise<OrderInputRow<HoldRow, ListingRow>[]> {
  const { rows } = await pool.query<OrderInputRow<HoldRow, ListingRow>>({
    name: 'read_order_inputs',
    text: 'select * from read_order_inputs($1, $2)',
    values: [attempts.map(({ attemptId }) => attemptId), attempts.map(({ quoteId }) => quoteId)],
  })
  return rows
}

export interface Placement extends OrderedAttempt {
  teamId: string
  /** State of the attempt before its order. */
  from: AttemptState
  /** An element of the parameter of `insert_orders`. */
  order: object
  /** The holds, and the sold quantities of their listings, as the order was composed from, with the assigned seats. */
  holds: readonly {
    id: string
    listingId: string
    revision: number
    sold: number | undefined
    seats: readonly number[]
  }[]
}

/**
 * Sells the holds and writes the orders whose inputs are unchanged, in one round trip and one transaction. Returns the
 * number of each, or `null` if it was not placed, in request order. A listing and a quote may appear only in one order per call.
 */
export async function placeOrders(
  pool: pg.Pool,
  placements: readonly Placement[],
): Promise<(string | null)[]> {
  const lines = placements.flatMap(({ holds }, index) =>
    holds.map((hold) => ({ ...hold, request: index + 1 })),
  )
  const { rows } = await pool.query<{ numbers: (string | null)[] }>({
    name: 'place_orders',
    text: 'select place_orders($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as numbers',
    values: [
      JSON.stringify(placements.map(({ order }) => order)),
      placements.map(({ attemptId }) => attemptId),
      placements.map(({ from }) => from),
      placements.map(({ teamId }) => teamId),
      placements.map(({ quoteId }) => quoteId),
      lines.map(({ request }) => request),
      lines.map(({ id }) => id),
      lines.map(({ listingId }) => listingId),
      lines.map(({ revision }) => revision),
      lines.map(({ sold }) => sold),
      lines.map(({ seats }) => toMultirange(seats)),
      leaseSeconds,
    ],
  })
  return placements.map((_, index) => rows[0]?.numbers[index] ?? null)
}
