import type { QuoteBody } from '@terrace/contracts/quote-creation'
import { isOnSale } from '@terrace/domain/lifecycles/event-status'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { Clock } from '#api/shared/clock.ts'
import { claimKey, storedId, storeResponse, type IdempotencyKey } from '#api/shared/idempotency.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { EventCache, Rates } from '#api/modules/listings/index.ts'
import type { ClientBook } from '../client-book.ts'
import { createOffers, scopeOf } from './create-offers.ts'
import { costsOfEvent } from '../pricing/event-costs.ts'
import { findEventDate, insertOffers, insertQuote, type NewOffer } from './new-quote.repo.ts'
import type { PricingContext } from '../pricing/pricing-context.ts'
import { newIdKey, newSlug, encryptSlug, slugHash } from '../quote-slug.ts'
import { unknownCurrency, quoteErrors } from '../quotes.errors.ts'
import { assertCommissionInRange, readCommission } from './read-commission.ts'
import { recordQuoteCreated } from './record-quote-created.ts'

export interface GenerateDeps {
  db: Db
  clock: Clock
  ids: Ids
  fieldCipher: FieldCipher
  eventCache: Pick<EventCache, 'get'>
  rates: Pick<Rates, 'converterTo'>
  clientBook: Pick<ClientBook, 'find' | 'linkQuote'>
  config: { serviceFeeBp: number; production: boolean }
}

export interface GenerateQuote {
  by: Pick<AuthenticatedAccount, 'teamId' | 'accountId'>
  body: QuoteBody
  key: IdempotencyKey | undefined
}

/**
 * Creates a quote of the given holds, the given listings or the event's live feed (spec §3, product.md §5) and
 * returns its id. All or nothing. Repeating the idempotency key returns the first quote.
 */
export async function generateQuote(deps: GenerateDeps, { by, body, key }: GenerateQuote): Promise<string> {
  const { db, clock, ids, fieldCipher, clientBook, config } = deps
  const { teamId, accountId } = by
  const eventId = body.event_id
  const pricing = await loadPricingContext(deps, eventId, body.currency_to_display)
  const scope = scopeOf(body)
  const commission = readCommission(
    { method: body.commission_method, amount: body.commission_amount },
    body.currency_to_display,
  )
  const keyScope = { teamId, route: 'quotes.generate' }

  return inTransaction(db, async (tx) => {
    const stored = key && (await claimKey(tx, keyScope, key))
    if (stored !== undefined) return storedId(stored, 'quote_id')
    const now = clock.now()
    const event = await findEventDate(tx, eventId)
    if (!event) throw quoteErrors.make('event.not_found')
    if (!isOnSale(event, now)) throw quoteErrors.make('quote.event_over')
    const client = body.client_id && (await clientBook.find(tx, { teamId, id: body.client_id }))
    const offers = await createOffers(tx, body, { teamId, eventId, ids, pricing })
    const costs =
      scope === 'event'
        ? costsOfEvent(pricing, { teamId, isHospitalityOnly: body.is_vip_listings === 1 })
        : offers.map(({ costWhenQuoted }) => costWhenQuoted.minor)
    assertCommissionInRange(commission, costs)
    assertFresh(pricing, offers, config.production)

    const [id, slug] = [ids.next('qt'), newSlug()]
    const ends = now.getTime() + body.quote_expiry * 3_600_000
    await insertQuote(tx, {
      id,
      teamId,
      accountId,
      eventId,
      slugHash: slugHash(slug),
      encryptedSlug: encryptSlug(fieldCipher, id, slug),
      idKey: newIdKey(),
      title: body.title,
      clientName: body.client_name || (client ? client.name : null),
      note: body.note || null,
      reference: body.reference || null,
      internalNote: body.internal_note || null,
      currency: body.currency_to_display,
      commission,
      scope,
      isHospitalityOnly: body.is_vip_listings === 1,
      priceMode: body.price_mode,
      offerChoice: body.offer_choice,
      feeBp: config.serviceFeeBp,
      createdAt: now,
      // A quote can't be accepted once the event has started.
      expiresAt: new Date(Math.min(ends, event.startsAt.getTime())),
    })
    await insertOffers(tx, id, offers)
    if (client) await clientBook.linkQuote(tx, { clientId: client.id, quoteId: id })
    await recordQuoteCreated(tx, { id, teamId, accountId, at: now })
    if (key) await storeResponse(tx, keyScope, key, { quote_id: id })
    return id
  })
}

/**
 * Loads the event snapshot and exchange rates.
 * @throws `currency.unknown` and `event.not_found`.
 */
async function loadPricingContext(
  { eventCache, rates }: Pick<GenerateDeps, 'eventCache' | 'rates'>,
  eventId: number,
  currency: string,
): Promise<PricingContext> {
  const converter = await rates.converterTo(currency)
  if (!converter?.hasCurrentRate) throw unknownCurrency()
  return { eventSnapshot: await eventCache.get(eventId), converter: converter.withNewRateDate() }
}

/** Demo rates may be old; they are labelled as such (product.md §3). */
function assertFresh({ converter }: PricingContext, offers: readonly NewOffer[], production: boolean): void {
  if (!production || !converter.isStale) return
  if (offers.some(({ rateDate }) => rateDate !== null)) throw quoteErrors.make('quote.rate_stale')
}
