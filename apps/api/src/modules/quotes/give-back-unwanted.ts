import { compareMoney } from '@terrace/domain/money'
import type { Tx } from '../../db/transaction.ts'
import { giveBackHolds, lockHolds, type PayableHold } from '../holds/index.ts'
import type { EventBook } from '../listings/index.ts'
import { lockStock } from './answers.repo.ts'
import { readHoldsOfAnswers } from './history.repo.ts'
import type { Quote } from './quote.ts'

/** What the client wants now. */
export interface NowWanted {
  /** Of each listing once. */
  wanted: readonly { listingId: string; quantity: number }[]
  /** Whether what is missing of it is held next. */
  isHeldNext: boolean
  book: EventBook
}

/**
 * Gives back what an earlier yes to the quote made the team hold and this one has no use for, unless it is being paid for. What
 * the broker has held stays the broker's. Answers the ids. Locks all that is held next too, so that none of those who give
 * back and take waits for another in a circle.
 */
export async function giveBackUnwanted(
  tx: Tx,
  { id, teamId }: Pick<Quote, 'id' | 'teamId'>,
  now: NowWanted,
): Promise<string[]> {
  const holdIds = await readHoldsOfAnswers(tx, id)
  if (holdIds.length === 0) return []
  await lockStock(tx, { teamId, holdIds, listingIds: now.wanted.map(({ listingId }) => listingId) })
  const holds = await lockHolds(tx, teamId, holdIds)
  return giveBackHolds(tx, { teamId, holdIds: unwanted(holds.filter(isHolding), now) })
}

const isHolding = ({ state, isLive }: PayableHold): boolean =>
  state === 'paying' || (state === 'active' && isLive)

/** The larger holds are used first. One of more tickets than are wanted goes whole where fewer can be held as cheaply instead. */
function unwanted(holds: readonly PayableHold[], { wanted, isHeldNext, book }: NowWanted): string[] {
  const missing = new Map(wanted.map(({ listingId, quantity }) => [listingId, quantity]))
  return holds
    .toSorted((a, b) => b.quantity - a.quantity)
    .flatMap(({ id, listingId, quantity, sellerPrice }) => {
      const most = missing.get(listingId) ?? 0
      const price = book.listing(listingId)?.price
      const isAsCheap = price?.currency === sellerPrice.currency && compareMoney(price, sellerPrice) <= 0
      if (most === 0 || (quantity > most && isHeldNext && isAsCheap)) return [id]
      missing.set(listingId, Math.max(0, most - quantity))
      return []
    })
}
