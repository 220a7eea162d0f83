import { isCurrentHold } from '@terrace/domain/lifecycles/hold-lifecycle'
import { compareMoney, type Money } from '@terrace/domain/money/money'
import type { Tx } from '#api/db/transaction.ts'
import {
  releaseHoldsInTransaction,
  lockHolds,
  lockStock,
  readHeldForQuote,
  type LockedHold,
} from '#api/modules/holds/index.ts'
import type { EventSnapshot } from '#api/modules/listings/index.ts'
import { readResponseHoldIds } from '../manage/quote-history.repo.ts'
import type { Quote } from '../quote.ts'

export interface RequestedTickets {
  /** One entry per listing. */
  requested: readonly { listingId: string; quantity: number }[]
  /** Whether a hold that is too large may be released whole, because the tickets still needed are held right after. */
  canSwap: boolean
  eventSnapshot: EventSnapshot
}

/**
 * Releases holds that an earlier acceptance placed and this response doesn't need, unless they are being paid for;
 * returns their ids. Holds that the broker placed stay and count first. Also locks the listings held next, so that
 * concurrent responses can't deadlock.
 */
export async function releaseSurplusHolds(
  tx: Tx,
  quote: Quote,
  request: RequestedTickets,
): Promise<string[]> {
  const { id: quoteId, teamId, offers } = quote
  const holdIds = await readResponseHoldIds(tx, quoteId)
  if (holdIds.length === 0) return []
  const listingIds = request.requested.map(({ listingId }) => listingId)
  await lockStock(tx, { teamId, holdIds, listingIds })
  const holds = (await lockHolds(tx, teamId, holdIds)).filter(isCurrentHold)
  const offerHoldIds = offers.flatMap(({ holdId }) => holdId ?? [])
  const held = await readHeldForQuote(tx, { teamId, quoteId, holdIds: offerHoldIds, listingIds })
  const missing = request.requested.map(({ listingId, quantity }) => {
    const forResponse = ticketsOf(holds, listingId)
    const heldByBroker = Math.max(0, (held.get(listingId) ?? 0) - forResponse)
    return { listingId, quantity: Math.max(0, quantity - heldByBroker) }
  })
  return releaseHoldsInTransaction(tx, {
    teamId,
    holdIds: surplusHolds(holds, { ...request, requested: missing }),
  })
}

const ticketsOf = (holds: readonly LockedHold[], listingId: string): number =>
  holds.reduce((sum, hold) => (hold.listingId === listingId ? sum + hold.quantity : sum), 0)

/**
 * Larger holds are kept first. A hold with too many tickets is released whole if fewer can be held at the same price
 * or less.
 */
function surplusHolds(
  holds: readonly LockedHold[],
  { requested, canSwap, eventSnapshot }: RequestedTickets,
): string[] {
  const missing = new Map(requested.map(({ listingId, quantity }) => [listingId, quantity]))
  return holds
    .toSorted((a, b) => b.quantity - a.quantity)
    .flatMap((hold) => {
      const { id, listingId, quantity } = hold
      const max = missing.get(listingId) ?? 0
      if (
        max === 0 ||
        (quantity > max && canSwap && isAsCheap(eventSnapshot.listing(listingId)?.price, hold))
      )
        return [id]
      missing.set(listingId, Math.max(0, max - quantity))
      return []
    })
}

/**
 * Whether holding again costs at most the frozen price. Never true across currencies, where the rate is frozen too.
 */
function isAsCheap(currentPrice: Money | undefined, { price, sellerPrice }: LockedHold): boolean {
  if (currentPrice?.currency !== sellerPrice.currency || price.currency !== sellerPrice.currency) return false
  return compareMoney(currentPrice, sellerPrice) <= 0
}
