import type { Money } from '@terrace/domain/money/money'
import { ticketsIn } from '../pricing/offer-parts.ts'
import type { QuoteOffer } from '../quote.ts'

/** An open hold of the team. */
export interface AllocatableHold {
  id: string
  listingId: string
  quantity: number
  /** Frozen price per ticket. */
  price: Money
  /** The frozen rate behind the price. */
  conversion?: { originalPrice: Money; rate: string; rateDate: string } | null
  expiresAt: Date
}

/** Tickets of a hold allocated to one offer. */
export interface HeldPart {
  hold: AllocatableHold
  quantity: number
}

/**
 * Allocates the team's holds to offers, by offer id. Each offer gets its own hold first, then other holds of its
 * listing in offer order; the last offer of a listing gets the surplus. No ticket is counted twice.
 */
export function allocateHolds(
  offers: readonly Pick<QuoteOffer, 'id' | 'listingId' | 'quantity' | 'holdId'>[],
  holds: readonly AllocatableHold[],
): Map<string, HeldPart[]> {
  const remaining = new Map(holds.map(({ id, quantity }) => [id, quantity]))
  const allocated = new Map<string, HeldPart[]>(offers.map(({ id }) => [id, []]))
  const lastOf = new Map(offers.map(({ id, listingId }) => [listingId, id]))

  function allocate(offerId: string, hold: AllocatableHold, max: number): void {
    const unallocated = remaining.get(hold.id) ?? 0
    const quantity = Math.min(unallocated, max)
    if (quantity <= 0) return
    remaining.set(hold.id, unallocated - quantity)
    allocated.get(offerId)?.push({ hold, quantity })
  }

  for (const { id, holdId, quantity } of offers)
    for (const hold of holds) if (hold.id === holdId) allocate(id, hold, quantity)
  for (const { id, listingId, quantity } of offers)
    for (const hold of holds)
      if (hold.listingId === listingId) allocate(id, hold, quantity - ticketsIn(allocated.get(id) ?? []))
  for (const hold of holds) allocate(lastOf.get(hold.listingId) ?? '', hold, Infinity)
  return allocated
}
