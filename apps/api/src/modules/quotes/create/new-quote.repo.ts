import type { Commission } from '@terrace/domain/money/commission'
import type { EventStatus } from '@terrace/domain/lifecycles/event-status'
import type { Money } from '@terrace/domain/money/money'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { Quote, QuoteOffer, QuoteScope } from '../quote.ts'
import type { TicketDescription } from './ticket-description.ts'

export interface NewQuote extends Pick<
  Quote,
  | 'title'
  | 'clientName'
  | 'note'
  | 'reference'
  | 'internalNote'
  | 'currency'
  | 'isHospitalityOnly'
  | 'priceMode'
  | 'offerChoice'
  | 'feeBp'
> {
  id: string
  teamId: string
  accountId: string
  eventId: number
  slugHash: Buffer
  encryptedSlug: Buffer
  idKey: Buffer
  commission: Commission
  scope: QuoteScope
  createdAt: Date
  expiresAt: Date
}

/** An offer with the price and rate it was calculated from. */
export interface NewOffer extends Omit<QuoteOffer, 'snapshot' | 'bought' | 'rateWhenQuoted'> {
  snapshot: TicketDescription
  position: number
  /** Per ticket, what the cost was converted from: the seller's price, or the price frozen by the hold. */
  unconvertedPrice: Money
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
      encrypted_slug: quote.encryptedSlug,
      id_key: quote.idKey,
      title: quote.title,
      client_name: quote.clientName,
      note: quote.note,
      reference: quote.reference,
      internal_note: quote.internalNote,
      currency: quote.currency,
      commission_method: commission.method,
      commission_minor: commission.method === 'fixed' ? commission.amount.minor : null,
      commission_bp: commission.method === 'percentage' ? commission.basisPoints : null,
      scope: quote.scope,
      is_hospitality_only: quote.isHospitalityOnly,
      price_mode: quote.priceMode,
      offer_choice: quote.offerChoice,
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
        snapshot: JSON.stringify(offer.snapshot),
        seller_price_minor: offer.unconvertedPrice.minor,
        seller_currency: offer.unconvertedPrice.currency,
        cost_minor: offer.costWhenQuoted.minor,
        rate: offer.rate,
        rate_date: offer.rateDate,
        accepted: offer.accepted,
        agreed_minor: offer.agreed?.minor ?? null,
      })),
    )
    .execute()
}

export async function findEventDate(
  db: DbOrTx,
  eventId: number,
): Promise<{ status: EventStatus; startsAt: Date } | undefined> {
  return db
    .selectFrom('events')
    .select(['status', 'starts_at as startsAt'])
    .where('id', '=', eventId)
    .executeTakeFirst()
}

/** Event id per listing; unknown listings are missing. */
export async function readEventsOfListings(
  db: DbOrTx,
  listingIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('listings')
    .select(['id', 'event_id'])
    .where('id', 'in', listingIds)
    .execute()
  return new Map(rows.map(({ id, event_id: eventId }) => [id, eventId]))
}
