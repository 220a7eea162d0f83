import type { HoldLineCode } from '@terrace/domain/hold-line-codes'
import type { Tx } from '#api/db/transaction.ts'
import type { Ids } from '#api/shared/ids.ts'
import { hasRenewedHolds } from './holds-of-quote.repo.ts'
import { countHeldForQuote, placeHoldsInTransaction, readHeldForQuote } from './holds.repo.ts'
import { cancelReleasesOfQuote } from './release/scheduled-releases.repo.ts'
import { holdTermsOf, type PlaceHoldsDeps } from './place-holds.ts'

export interface TopUpRequest {
  teamId: string
  /** The account recorded as the holder. */
  accountId: string
  currency: string
  quoteId: string
  /** Holds that count towards the quote in addition to those held for it. */
  holdIds: readonly string[]
  /** Total quantity to hold for the quote, one entry per listing. */
  requested: readonly { listingId: string; quantity: number }[]
  /** Maximum number of tickets the team may hold for the quote. */
  maxQuantity: number
  /** Whether a member of the team holds the tickets; otherwise a client's acceptance does. */
  isByTeam: boolean
}

/**
 * `holdIds` are the new holds. `stock`: the listed tickets are unavailable. `rule`: the tickets exist, but the team
 * may not hold them now.
 */
export type TopUpResult =
  | { kind: 'held'; holdIds: string[] }
  | { kind: 'rejected'; reason: 'stock'; listingIds: string[] }
  | { kind: 'rejected'; reason: 'rule' }

const stockCodes: ReadonlySet<HoldLineCode> = new Set<HoldLineCode>([
  'listing.not_found',
  'listing.withdrawn',
  'listing.unavailable',
  'listing.insufficient_quantity',
  'event.started',
  'event.cancelled',
  'event.postponed',
])

/**
 * Holds, in the caller's transaction, the tickets that the quote still lacks: all of them or none. The team's other
 * holds do not count, as they are meant for other clients. A rejection leaves the transaction usable.
 */
export async function topUpHolds(
  tx: Tx,
  { ids, config }: { ids: Ids; config: PlaceHoldsDeps['config'] },
  { teamId, accountId, currency, quoteId, holdIds, requested, maxQuantity, isByTeam }: TopUpRequest,
): Promise<TopUpResult> {
  // The accepted tickets stay held, even if the broker has just pressed Release.
  await cancelReleasesOfQuote(tx, { teamId, quoteId, holdIds })
  const held = await readHeldForQuote(tx, {
    teamId,
    quoteId,
    holdIds,
    listingIds: requested.map(({ listingId }) => listingId),
  })
  const missing = requested.flatMap(({ listingId, quantity }) => {
    const more = quantity - (held.get(listingId) ?? 0)
    return more > 0 ? [{ holdId: ids.next('hld'), listingId, quantity: more, quoteId, currency }] : []
  })
  if (missing.length === 0) return { kind: 'held', holdIds: [] }
  const more = missing.reduce((sum, { quantity }) => sum + quantity, 0)
  if ((await countHeldForQuote(tx, teamId, quoteId)) + more > maxQuantity)
    return { kind: 'rejected', reason: 'rule' }
  // A client's acceptance is not subject to the cool-down and does not count towards it, unless the listing was held for
  // quotes before: otherwise a team could hold tickets for ever by accepting its own quotes.
  const { holdCooldown } = config
  const isExempt =
    holdCooldown === null ||
    !(
      isByTeam ||
      (await hasRenewedHolds(tx, {
        teamId,
        quoteId,
        holdIds,
        cooldown: holdCooldown,
        listingIds: missing.map(({ listingId }) => listingId),
      }))
    )
  const terms = holdTermsOf({ ...config, holdCooldown: isExempt ? null : holdCooldown })
  const result = await placeHoldsInTransaction(tx, terms, {
    teamId,
    accountId,
    requested: missing,
  })
  if (result.holds) return { kind: 'held', holdIds: missing.map(({ holdId }) => holdId) }
  const unavailable = (result.rejected ?? []).filter(({ code }) => stockCodes.has(code))
  return unavailable.length > 0
    ? {
        kind: 'rejected',
        reason: 'stock',
        listingIds: unavailable.map(({ listing_id: listingId }) => listingId),
      }
    : { kind: 'rejected', reason: 'rule' }
}
