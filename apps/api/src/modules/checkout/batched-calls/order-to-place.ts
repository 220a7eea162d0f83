import type { AttemptState } from '@terrace/domain/lifecycles/attempt-lifecycle'
import { toHoldDetails, type HoldDetailsRow } from '#api/modules/holds/index.ts'
import {
  toOrderRow,
  seatsOf,
  toSellableListings,
  type ListingSnapshotRow,
  type NewOrder,
} from '#api/modules/orders/index.ts'
import type { NewAttempt } from '../attempts/new-attempt.ts'
import type { OrderInputs } from '../order-inputs.ts'
import type { OrderInputRow, Placement } from './order-calls.repo.ts'

/** An order with the inputs it was composed from. */
export interface OrderToPlace {
  attemptId: string
  /** State of the attempt before its order. */
  from: AttemptState
  newOrder: NewOrder
  inputs: OrderInputs
}

export function toOrderInputs({
  holds,
  listings,
  attendees,
  quote,
}: OrderInputRow<HoldDetailsRow, ListingSnapshotRow>): OrderInputs {
  return {
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

/**
 * The inputs of a purchase that has just started, from what was read to validate it. Outdated if others have bought tickets
 * of its listings since.
 */
export function orderInputsAtStart(
  { id, holds, attendees }: NewAttempt,
  listings: readonly ListingSnapshotRow[],
): OrderInputs {
  return {
    holds: holds.map((hold) => ({ ...hold, state: 'paying', attemptId: id, revision: hold.revision + 1 })),
    sellable: toSellableListings(listings),
    attendees,
    quote: null,
  }
}

/** The order with the number that the database has given to it. */
export function withNumber(order: OrderToPlace, number: string): OrderToPlace {
  return { ...order, newOrder: { ...order.newOrder, order: { ...order.newOrder.order, number } } }
}

export function toPlacement({ attemptId, from, newOrder, inputs }: OrderToPlace): Placement {
  const seatsByHold = seatsOf(newOrder.order)
  return {
    attemptId,
    teamId: newOrder.order.teamId,
    quoteId: newOrder.order.quote?.id ?? null,
    from,
    order: toOrderRow(newOrder),
    holds: inputs.holds.map(({ id, listingId, revision }) => ({
      id,
      listingId,
      revision,
      sold: inputs.sellable.get(listingId)?.sold,
      seats: seatsByHold.get(id) ?? [],
    })),
  }
}
