import type { Money } from '@terrace/domain/money'
import { serviceFee } from '@terrace/domain/service-fee'
import type { Ids } from '../../shared/ids.ts'
import { assignSeats } from './assign-seats.ts'
import type { SellableFacts } from './open-order.repo.ts'
import type { OrderLine } from './order.ts'

/** A paid hold: what was frozen when the tickets were held. */
export interface PaidHold {
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

/** The line of an order that a paid hold becomes, with the next free seats of its listing. */
export function newLine(ids: Ids, hold: PaidHold, sellable: SellableFacts | undefined): OrderLine {
  if (!sellable) throw new Error(`the listing ${hold.listingId} of hold ${hold.holdId} does not exist`)
  const { facts, firstSeat, lastSeat, taken } = sellable
  const seats = assignSeats({ firstSeat, lastSeat, taken, quantity: hold.quantity })
  // A second hold on the same listing is given seats after these.
  for (const seat of seats) taken.add(seat)
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
    facts: { ...facts, seats },
  }
}
