import type { AttemptState } from '@terrace/domain/lifecycles/attempt-lifecycle'
import type pg from 'pg'
import { toHoldDetails, type HoldDetails, type HoldDetailsRow } from '#api/modules/holds/index.ts'
import {
  toOrderRow,
  toSellableListings,
  type ListingSnapshotRow,
  type NewOrder,
  type SellableListing,
} from '#api/modules/orders/index.ts'
import { leaseSeconds } from '../attempts/checkout-attempts.repo.ts'

/** What the order of an attempt is composed of, read without locks. */
export interface OrderFacts {
  number: string
  holds: HoldDetails[]
  sellable: ReadonlyMap<string, SellableListing>
  /** Encrypted attendees of the attempt, by hold id. */
  attendees: ReadonlyMap<string, Buffer>
}

interface FactsRow {
  attempt_id: string
  number: string
  holds: HoldDetailsRow[]
  listings: ListingSnapshotRow[]
  attendees: Record<string, string | null>
}

/** Returns the facts of each attempt, in one round trip. */
export async function readOrderFacts(
  pool: pg.Pool,
  attemptIds: readonly string[],
): Promise<Map<string, OrderFacts>> {
  const { rows } = await pool.query<FactsRow>({
    name: 'read_order_inputs',
    text: 'select * from read_order_inputs($1)',
    values: [attemptIds],
  })
  return new Map(
    rows.map(({ attempt_id: attemptId, number, holds, listings, attendees }) => [
      attemptId,
      {
        number,
        holds: holds.map(toHoldDetails),
        sellable: toSellableListings(listings),
        attendees: new Map(
          Object.entries(attendees).flatMap(([holdId, hex]) =>
            hex === null ? [] : [[holdId, Buffer.from(hex, 'hex')]],
          ),
        ),
      },
    ]),
  )
}

export interface OrderToPlace {
  attemptId: string
  /** State of the attempt before its order. */
  from: AttemptState
  placed: NewOrder
  facts: OrderFacts
}

/**
 * Sells the holds and writes the orders whose facts are unchanged, in one round trip and one transaction. Returns which
 * were placed, in request order. A listing may appear only in one order per call.
 */
export async function placeOrders(pool: pg.Pool, orders: readonly OrderToPlace[]): Promise<boolean[]> {
  const lines = orders.flatMap(({ facts }, index) =>
    facts.holds.map((hold) => ({
      ...hold,
      request: index + 1,
      sold: facts.sellable.get(hold.listingId)?.sold,
    })),
  )
  const { rows } = await pool.query<{ placed: number[] }>({
    name: 'place_orders',
    text: 'select place_orders($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as placed',
    values: [
      JSON.stringify(orders.map(({ placed }) => toOrderRow(placed))),
      orders.map(({ attemptId }) => attemptId),
      orders.map(({ from }) => from),
      orders.map(({ placed }) => placed.order.teamId),
      lines.map(({ request }) => request),
      lines.map(({ id }) => id),
      lines.map(({ listingId }) => listingId),
      lines.map(({ revision }) => revision),
      lines.map(({ sold }) => sold),
      leaseSeconds,
    ],
  })
  const placedNumbers = new Set(rows[0]?.placed)
  return orders.map((_, index) => placedNumbers.has(index + 1))
}
