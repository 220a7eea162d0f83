import type { Money } from '@terrace/domain/money'
import { ticketsIn } from './offer-parts.ts'
import type { QuoteOffer } from './quote.ts'

/** A hold of the team that still lasts. */
export interface Held {
  id: string
  listingId: string
  quantity: number
  /** Per ticket: what it froze. */
  price: Money
  expiresAt: Date
}

/** How many tickets of a hold are for one offer. */
export interface HeldPart {
  hold: Held
  quantity: number
}

/**
 * Shares what the team holds out among the offers, by their ids, so that no ticket is counted for two: each has its own hold
 * first, and of what else is held of a listing the first of its offers has its tickets first. What is held beyond all that is
 * wanted is with the last one.
 */
export function shareHeld(
  offers: readonly Pick<QuoteOffer, 'id' | 'listingId' | 'quantity' | 'holdId'>[],
  holds: readonly Held[],
): Map<string, HeldPart[]> {
  const left = new Map(holds.map(({ id, quantity }) => [id, quantity]))
  const shared = new Map<string, HeldPart[]>(offers.map(({ id }) => [id, []]))
  const lastOf = new Map(offers.map(({ id, listingId }) => [listingId, id]))

  function give(offerId: string, hold: Held, most: number): void {
    const there = left.get(hold.id) ?? 0
    const quantity = Math.min(there, most)
    if (quantity <= 0) return
    left.set(hold.id, there - quantity)
    shared.get(offerId)?.push({ hold, quantity })
  }

  for (const { id, holdId, quantity } of offers)
    for (const hold of holds) if (hold.id === holdId) give(id, hold, quantity)
  for (const { id, listingId, quantity } of offers)
    for (const hold of holds)
      if (hold.listingId === listingId) give(id, hold, quantity - ticketsIn(shared.get(id) ?? []))
  for (const hold of holds) give(lastOf.get(hold.listingId) ?? '', hold, Infinity)
  return shared
}
