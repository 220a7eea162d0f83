import type { QuoteBody } from '@terrace/contracts/quotes'
import { isOnSale } from '@terrace/domain/event-status'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { Clock } from '../../shared/clock.ts'
import { claimKey, idIn, storeAnswer, type IdempotencyKey } from '../../shared/idempotency.ts'
import type { Ids } from '../../shared/ids.ts'
import type { Sealer } from '../../shared/sealed-text.ts'
import type { EventBooks, Rates } from '../listings/index.ts'
import { chooseOffers, scopeOf } from './choose-offers.ts'
import { costsOfEvent } from './event-costs.ts'
import { findEventDate, insertOffers, insertQuote, type NewOffer } from './new-quote.repo.ts'
import type { Stock } from './price-offers.ts'
import { newIdKey, newSlug, sealSlug, slugHash } from './quote-slug.ts'
import { currencyUnknown, quoteErrors } from './quotes.errors.ts'
import { assertSane, readCommission } from './read-commission.ts'
import { tellOfNew } from './tell-of-new.ts'

export interface GenerateDeps {
  db: Db
  clock: Clock
  ids: Ids
  sealer: Sealer
  books: Pick<EventBooks, 'get'>
  rates: Pick<Rates, 'converterTo'>
  config: { serviceFeeBp: number; production: boolean }
}

export interface GenerateQuote {
  by: Pick<SignedIn, 'teamId' | 'accountId'>
  body: QuoteBody
  key: IdempotencyKey | undefined
}

/**
 * Makes a quote (spec §3, product.md §5) and answers its id: of the held tickets, of the chosen listings, or of all that is
 * on sale for the event. All of it stands or nothing; a repeat with the same key answers the first one.
 */
export async function generateQuote(deps: GenerateDeps, { by, body, key }: GenerateQuote): Promise<string> {
  const { db, clock, ids, sealer, config } = deps
  const { teamId, accountId } = by
  const eventId = body.event_id
  const stock = await openStock(deps, eventId, body.currency_to_display)
  const scope = scopeOf(body)
  const commission = readCommission(
    { method: body.commission_method, amount: body.commission_amount },
    body.currency_to_display,
  )
  const keyScope = { teamId, route: 'quotes.generate' }

  return inTransaction(db, async (tx) => {
    const known = key && (await claimKey(tx, keyScope, key))
    if (known !== undefined) return idIn(known, 'quote_id')
    const now = clock.now()
    const event = await findEventDate(tx, eventId)
    if (!event) throw quoteErrors.make('event.not_found')
    if (!isOnSale(event, now)) throw quoteErrors.make('quote.event_over')
    const offers = await chooseOffers(tx, body, { teamId, eventId, ids, stock })
    const costs =
      scope === 'event'
        ? costsOfEvent(stock, { teamId, isVipListings: body.is_vip_listings === 1 })
        : offers.map(({ costThen }) => costThen.minor)
    assertSane(commission, costs)
    assertFresh(stock, offers, config.production)

    const [id, slug] = [ids.next('qt'), newSlug()]
    const ends = now.getTime() + body.quote_expiry * 3_600_000
    await insertQuote(tx, {
      id,
      teamId,
      accountId,
      eventId,
      slugHash: slugHash(slug),
      sealedSlug: sealSlug(sealer, id, slug),
      idKey: newIdKey(),
      title: body.title,
      clientName: body.client_name || null,
      note: body.note || null,
      currency: body.currency_to_display,
      commission,
      scope,
      isVipListings: body.is_vip_listings === 1,
      priceMode: body.price_mode,
      feeBp: config.serviceFeeBp,
      createdAt: now,
      // There is nothing to say yes to once the event has begun.
      expiresAt: new Date(Math.min(ends, event.startsAt.getTime())),
    })
    await insertOffers(tx, id, offers)
    await tellOfNew(tx, { id, teamId, accountId, at: now })
    if (key) await storeAnswer(tx, keyScope, key, { quote_id: id })
    return id
  })
}

/** What a quote is judged and priced by. Throws `currency.unknown` and `event.not_found`. */
async function openStock(
  { books, rates }: Pick<GenerateDeps, 'books' | 'rates'>,
  eventId: number,
  currency: string,
): Promise<Stock> {
  const converter = await rates.converterTo(currency)
  if (!converter?.hasRate) throw currencyUnknown()
  return { book: await books.get(eventId), converter: converter.anew() }
}

/** The demo's rates are as old as its data, and are labelled so (product.md §3). */
function assertFresh({ converter }: Stock, offers: readonly NewOffer[], production: boolean): void {
  if (!production || !converter.stale) return
  if (offers.some(({ rateDate }) => rateDate !== null)) throw quoteErrors.make('quote.rate_stale')
}
