import type { Money } from '@terrace/domain/money/money'
import { serviceFee } from '@terrace/domain/money/service-fee'
import type { Ids } from '#api/shared/ids.ts'
import { assignSeats } from './assign-seats.ts'
import { addSeats } from './seat-runs.ts'
import type { SellableListing } from './prepare-order.repo.ts'
import type { OrderLine } from './order.ts'

/** A hold whose payment is authorised, with the terms frozen when it was placed. */
export interface HoldToSell {
  holdId: string
  listingId: string
  eventId: number
  sellerTeamId: string
  quantity: number
  /** Per ticket, in the buyer's currency. */
  price: Money
  feeBp: number
  /** Per ticket, in the seller's currency. */
  sellerPrice: Money
}

/** Builds the order line of a hold and assigns the next free seats of its listing. */
export function newLine(ids: Ids, hold: HoldToSell, sellable: SellableListing | undefined): OrderLine {
  if (!sellable) throw new Error(`listing ${hold.listingId} of hold ${hold.holdId} does not exist`)
  const { snapshot, firstSeat, lastSeat, seats: listed, soldSeats } = sellable
  const seats = assignSeats({ firstSeat, lastSeat, seats: listed, soldSeats, quantity: hold.quantity })
  // A second hold on the same listing gets the seats after these.
  sellable.soldSeats = addSeats(soldSeats, seats)
  return {
    id: ids.next('oln'),
    sellerTeamId: hold.sellerTeamId,
    listingId: hold.listingId,
    holdId: hold.holdId,
    eventId: hold.eventId,
    quantity: hold.quantity,
    price: hold.price,
    fee: serviceFee(hold.price, hold.feeBp),
    sellerPrice: hold.sellerPrice,
    state: 'confirmed',
    snapshot: { ...snapshot, seats },
  }
}
