import { inTransaction } from '../../db/transaction.ts'
import { claimKey, idIn, storeAnswer, type IdempotencyKey } from '../../shared/idempotency.ts'
import type { Ids } from '../../shared/ids.ts'
import type { Sealer } from '../../shared/sealed-text.ts'
import { assertEventAhead, endAfter, type ChangeDeps, type ToQuote } from './change-quote.ts'
import { copyOffers } from './copy-offers.repo.ts'
import { insertQuote } from './new-quote.repo.ts'
import { newIdKey, newSlug, sealSlug, slugHash } from './quote-slug.ts'
import { quoteErrors } from './quotes.errors.ts'
import { findTeamQuote } from './quotes.repo.ts'
import { tellOfNew } from './tell-of-new.ts'

export interface CopyDeps extends ChangeDeps {
  ids: Ids
  sealer: Sealer
}

/**
 * Makes a second quote with the offers and terms of the first, as it was made, under a link and for a time of its own;
 * answers its id. What became of the first, its answers and views, stays with it. A repeat with the same key answers the
 * first copy.
 */
export async function copyQuote(
  { db, clock, ids, sealer }: CopyDeps,
  { by, id: source }: ToQuote,
  { hours, key }: { hours: number; key: IdempotencyKey | undefined },
): Promise<string> {
  const { teamId, accountId } = by
  const scope = { teamId, route: 'quotes.copy' }
  return inTransaction(db, async (tx) => {
    const known = key && (await claimKey(tx, scope, key))
    if (known !== undefined) return idIn(known, 'quote_id')
    const quote = await findTeamQuote(tx, teamId, source)
    if (!quote) throw quoteErrors.make('quote.not_found')
    const now = clock.now()
    assertEventAhead(quote, now)
    const [id, slug] = [ids.next('qt'), newSlug()]
    await insertQuote(tx, {
      ...quote,
      id,
      accountId,
      eventId: quote.event.id,
      slugHash: slugHash(slug),
      sealedSlug: sealSlug(sealer, id, slug),
      idKey: newIdKey(),
      createdAt: now,
      expiresAt: endAfter(hours, quote, now),
    })
    await copyOffers(tx, {
      from: source,
      to: id,
      ids: quote.offers.map(() => ids.next('off')),
    })
    await tellOfNew(tx, { id, teamId, accountId, at: now })
    if (key) await storeAnswer(tx, scope, key, { quote_id: id })
    return id
  })
}
