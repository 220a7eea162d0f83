import { compareMoney, type Money } from '@terrace/domain/money'
import type { Tx } from '../../db/transaction.ts'
import { giveBackHolds, lockHolds, lockStock, readHeldForQuote, type PayableHold } from '../holds/index.ts'
import type { EventBook } from '../listings/index.ts'
import { readHoldsOfAnswers } from './history.repo.ts'
import type { Quote } from './quote.ts'

/** What the client wants now. */
export interface NowWanted {
  /** Of each listing once. */
  wanted: readonly { listingId: string; quantity: number }[]
  /** Whether what is missing of it is held next: then a hold of more tickets may go for one of fewer. */
  canSwap: boolean
  book: EventBook
}

/**
 * Gives back what an earlier yes to the quote made the team hold and this one has no use for, unless it is being paid for. What
 * the broker has held stays the broker's, and serves the client first. Answers the ids. Locks all that is held next too, so
 * that none of those who give back and take waits for another in a circle.
 */
export async function giveBackUnwanted(tx: Tx, quote: Quote, now: NowWanted): Promise<string[]> {
  const { id: quoteRef, teamId, offers } = quote
  const holdIds = await readHoldsOfAnswers(tx, quoteRef)
  if (holdIds.length === 0) return []
  const listingIds = now.wanted.map(({ listingId }) => listingId)
  await lockStock(tx, { teamId, holdIds, listingIds })
  const holds = (await lockHolds(tx, teamId, holdIds)).filter(isHolding)
  const ofOffers = offers.flatMap(({ holdId }) => holdId ?? [])
  const held = await readHeldForQuote(tx, { teamId, quoteRef, holdIds: ofOffers, listingIds })
  const missing = now.wanted.map(({ listingId, quantity }) => {
    const ofAnswers = ticketsOf(holds, listingId)
    const ofBroker = Math.max(0, (held.get(listingId) ?? 0) - ofAnswers)
    return { listingId, quantity: Math.max(0, quantity - ofBroker) }
  })
  return giveBackHolds(tx, { teamId, holdIds: unwanted(holds, { ...now, wanted: missing }) })
}

const isHolding = ({ state, isLive }: PayableHold): boolean =>
  state === 'paying' || (state === 'active' && isLive)

const ticketsOf = (holds: readonly PayableHold[], listingId: string): number =>
  holds.reduce((sum, hold) => (hold.listingId === listingId ? sum + hold.quantity : sum), 0)

/** The larger holds are used first. One of more tickets than are wanted goes whole where fewer can be held as cheaply instead. */
function unwanted(holds: readonly PayableHold[], { wanted, canSwap, book }: NowWanted): string[] {
  const missing = new Map(wanted.map(({ listingId, quantity }) => [listingId, quantity]))
  return holds
    .toSorted((a, b) => b.quantity - a.quantity)
    .flatMap((hold) => {
      const { id, listingId, quantity } = hold
      const most = missing.get(listingId) ?? 0
      if (most === 0 || (quantity > most && canSwap && isAsCheap(book.listing(listingId)?.price, hold)))
        return [id]
      missing.set(listingId, Math.max(0, most - quantity))
      return []
    })
}

/** What would be held anew costs no more than the hold has frozen; in another currency than the seller's that is its rate too. */
function isAsCheap(now: Money | undefined, { price, sellerPrice }: PayableHold): boolean {
  if (now?.currency !== sellerPrice.currency || price.currency !== sellerPrice.currency) return false
  return compareMoney(now, sellerPrice) <= 0
}
