import type { Commission } from '@terrace/domain/commission'
import type { EventStatus } from '@terrace/domain/event-status'
import type { Money } from '@terrace/domain/money'
import type { QuotedFacts } from '../../db/quote-tables.ts'
import type { Reader, Tx } from '../../db/transaction.ts'
import type { Quote, QuoteOffer, QuoteScope } from './quote.ts'

export interface NewQuote extends Pick<
  Quote,
  'title' | 'clientName' | 'note' | 'currency' | 'isVipListings' | 'priceMode' | 'feeBp'
> {
  id: string
  teamId: string
  accountId: string
  eventId: number
  slugHash: Buffer
  sealedSlug: Buffer
  idKey: Buffer
  commission: Commission
  scope: QuoteScope
  createdAt: Date
  expiresAt: Date
}

/** An offer with what its price was made of. */
export interface NewOffer extends Omit<QuoteOffer, 'facts' | 'bought'> {
  facts: QuotedFacts
  position: number
  /** Per ticket: the seller's price; of a hold, what it froze. */
  price: Money
  rate: string
  rateDate: string | null
}

export async function insertQuote(tx: Tx, quote: NewQuote): Promise<void> {
  const { commission } = quote
  await tx
    .insertInto('quotes')
    .values({
      id: quote.id,
      team_id: quote.teamId,
      created_by: quote.accountId,
      event_id: quote.eventId,
      slug_hash: quote.slugHash,
      sealed_slug: quote.sealedSlug,
      id_key: quote.idKey,
      title: quote.title,
      client_name: quote.clientName,
      note: quote.note,
      currency: quote.currency,
      commission_method: commission.method,
      commission_minor: commission.method === 'fixed' ? commission.amount.minor : null,
      commission_bp: commission.method === 'percentage' ? commission.basisPoints : null,
      scope: quote.scope,
      is_vip_listings: quote.isVipListings,
      price_mode: quote.priceMode,
      fee_bp: quote.feeBp,
      created_at: quote.createdAt,
      expires_at: quote.expiresAt,
    })
    .execute()
}

export async function insertOffers(tx: Tx, quoteId: string, offers: readonly NewOffer[]): Promise<void> {
  if (offers.length === 0) return
  await tx
    .insertInto('quote_offers')
    .values(
      offers.map((offer) => ({
        id: offer.id,
        quote_id: quoteId,
        listing_id: offer.listingId,
        kind: offer.kind,
        quantity: offer.quantity,
        position: offer.position,
        hold_id: offer.holdId,
        facts: JSON.stringify(offer.facts),
        seller_minor: offer.price.minor,
        seller_currency: offer.price.currency,
        cost_minor: offer.costThen.minor,
        rate: offer.rate,
        rate_date: offer.rateDate,
        accepted: offer.accepted,
        agreed_minor: offer.agreed?.minor ?? null,
      })),
    )
    .execute()
}

/** When the event is and how it stands; undefined where there is none. */
export async function findEventDate(
  db: Reader,
  eventId: number,
): Promise<{ status: EventStatus; startsAt: Date } | undefined> {
  return db
    .selectFrom('events')
    .select(['status', 'starts_at as startsAt'])
    .where('id', '=', eventId)
    .executeTakeFirst()
}

/** Of which events these listings are; a listing that does not exist has none. */
export async function readEventsOfListings(
  db: Reader,
  listingIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('listings')
    .select(['id', 'event_id'])
    .where('id', 'in', listingIds)
    .execute()
  return new Map(rows.map(({ id, event_id: eventId }) => [id, eventId]))
}
