import type { AttemptState } from '@terrace/domain/lifecycles/attempt-lifecycle'
import { toHoldDetails, type HoldDetails, type HoldDetailsRow } from '#api/modules/holds/index.ts'
import {
  toOrderRow,
  seatsOf,
  toSellableListings,
  type ListingSnapshotRow,
  type NewOrder,
  type SellableListing,
} from '#api/modules/orders/index.ts'
import type { OrderInputRow, Placement } from './order-calls.repo.ts'

/** What the order of an attempt is composed of, read without locks. */
export interface OrderFacts {
  number: string
  holds: HoldDetails[]
  sellable: ReadonlyMap<string, SellableListing>
  /** Encrypted attendees of the attempt, by hold id. */
  attendees: ReadonlyMap<string, Buffer>
  quote: { id: string; title: string } | null
}

/** An order with the facts it was composed from. */
export interface OrderToPlace {
  attemptId: string
  /** State of the attempt before its order. */
  from: AttemptState
  placed: NewOrder
  facts: OrderFacts
}

export function toOrderFacts({
  number,
  holds,
  listings,
  attendees,
  quote,
}: OrderInputRow<HoldDetailsRow, ListingSnapshotRow>): OrderFacts {
  return {
    number,
    holds: holds.map(toHoldDetails),
    sellable: toSellableListings(listings),
    attendees: new Map(
      Object.entries(attendees).flatMap(([holdId, hex]) =>
        hex === null ? [] : [[holdId, Buffer.from(hex, 'hex')]],
      ),
    ),
    quote,
  }
}

export function toPlacement({ attemptId, from, placed, facts }: OrderToPlace): Placement {
  const seatsByHold = seatsOf(placed.order)
  return {
    attemptId,
    teamId: placed.order.teamId,
    quoteId: placed.order.quote?.id ?? null,
    from,
    order: toOrderRow(placed),
    holds: facts.holds.map(({ id, listingId, revision }) => ({
      id,
      listingId,
      revision,
      sold: facts.sellable.get(listingId)?.sold,
      seats: seatsByHold.get(id) ?? [],
    })),
  }
}
