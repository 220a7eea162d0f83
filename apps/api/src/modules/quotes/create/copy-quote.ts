import { inTransaction } from '#api/db/transaction.ts'
import { claimKey, storedId, storeResponse, type IdempotencyKey } from '#api/shared/idempotency.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { assertEventOnSale, endAfter, type ChangeDeps, type QuoteCommand } from '../manage/change-quote.ts'
import type { ClientBook } from '../client-book.ts'
import { copyOffers } from './copy-offers.repo.ts'
import { insertQuote } from './new-quote.repo.ts'
import { newIdKey, newSlug, encryptSlug, slugHash } from '../quote-slug.ts'
import { quoteErrors } from '../quotes.errors.ts'
import { findTeamQuote } from '../quotes.repo.ts'
import { recordQuoteCreated } from './record-quote-created.ts'

export interface CopyDeps extends ChangeDeps {
  ids: Ids
  fieldCipher: FieldCipher
  clientBook: Pick<ClientBook, 'linkCopy'>
}

/**
 * Copies the quote's offers and terms into a new quote with its own link and expiry; responses and views are not
 * copied. Returns the new id. Repeating the idempotency key returns the first copy.
 */
export async function copyQuote(
  { db, clock, ids, fieldCipher, clientBook }: CopyDeps,
  { by, id: source }: QuoteCommand,
  { hours, key }: { hours: number; key: IdempotencyKey | undefined },
): Promise<string> {
  const { teamId, accountId } = by
  const scope = { teamId, route: 'quotes.copy' }
  return inTransaction(db, async (tx) => {
    const stored = key && (await claimKey(tx, scope, key))
    if (stored !== undefined) return storedId(stored, 'quote_id')
    const quote = await findTeamQuote(tx, teamId, source)
    if (!quote) throw quoteErrors.make('quote.not_found')
    const now = clock.now()
    assertEventOnSale(quote, now)
    const [id, slug] = [ids.next('qt'), newSlug()]
    await insertQuote(tx, {
      ...quote,
      id,
      accountId,
      eventId: quote.event.id,
      slugHash: slugHash(slug),
      encryptedSlug: encryptSlug(fieldCipher, id, slug),
      idKey: newIdKey(),
      createdAt: now,
      expiresAt: endAfter(hours, quote, now),
    })
    await copyOffers(tx, {
      from: source,
      to: id,
      ids: quote.offers.map(() => ids.next('off')),
    })
    await clientBook.linkCopy(tx, { from: source, to: id })
    await recordQuoteCreated(tx, { id, teamId, accountId, at: now })
    if (key) await storeResponse(tx, scope, key, { quote_id: id })
    return id
  })
}
