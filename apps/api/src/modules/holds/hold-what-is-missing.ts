import type { Tx } from '../../db/transaction.ts'
import type { Ids } from '../../shared/ids.ts'
import { countHeldFor, placeHoldsWithin, readHeldForQuote } from './holds.repo.ts'
import { limitsOf, type PlaceHoldsDeps } from './place-holds.ts'

export interface Missing {
  teamId: string
  /** In whose name is held. */
  accountId: string
  currency: string
  quoteRef: string
  /** Holds that are the quote's own besides those in its name. */
  holdIds: readonly string[]
  /** Of each listing once: how many tickets are to be held for the quote. */
  wanted: readonly { listingId: string; quantity: number }[]
  /** Holds none where the team would then hold more than these in the quote's name. */
  atMost: number
}

/**
 * `holdIds`: what had to be held in addition. `stock`: what stood in the way is not there to be had; `rule`: the team may not
 * hold it now, but it is there.
 */
export type HeldWithin =
  | { kind: 'held'; holdIds: string[] }
  | { kind: 'refused'; why: 'stock'; listingIds: string[] }
  | { kind: 'refused'; why: 'rule' }

const ofStock = new Set([
  'listing.not_found',
  'listing.withdrawn',
  'listing.gone',
  'listing.insufficient_quantity',
  'event.started',
  'event.cancelled',
  'event.postponed',
])

/**
 * Holds, in the caller's transaction, what is not held already of these tickets for the quote: all of it or nothing. What the
 * team holds besides is for somebody else, and promised to nobody twice. The database decides as it does for every hold; a refusal is an answer, and leaves the transaction as it was.
 */
export async function holdWhatIsMissing(
  tx: Tx,
  { ids, config }: { ids: Ids; config: PlaceHoldsDeps['config'] },
  { teamId, accountId, currency, quoteRef, holdIds, wanted, atMost }: Missing,
): Promise<HeldWithin> {
  const held = await readHeldForQuote(tx, {
    teamId,
    quoteRef,
    holdIds,
    listingIds: wanted.map(({ listingId }) => listingId),
  })
  const missing = wanted.flatMap(({ listingId, quantity }) => {
    const more = quantity - (held.get(listingId) ?? 0)
    return more > 0 ? [{ holdId: ids.next('hld'), listingId, quantity: more, quoteRef, currency }] : []
  })
  if (missing.length === 0) return { kind: 'held', holdIds: [] }
  const more = missing.reduce((sum, { quantity }) => sum + quantity, 0)
  if ((await countHeldFor(tx, teamId, quoteRef)) + more > atMost) return { kind: 'refused', why: 'rule' }
  const answer = await placeHoldsWithin(tx, limitsOf(config), { teamId, accountId, wanted: missing })
  if (answer.holds) return { kind: 'held', holdIds: missing.map(({ holdId }) => holdId) }
  const gone = (answer.refused ?? []).filter(({ code }) => ofStock.has(code))
  return gone.length > 0
    ? { kind: 'refused', why: 'stock', listingIds: gone.map(({ listing_id: listingId }) => listingId) }
    : { kind: 'refused', why: 'rule' }
}
