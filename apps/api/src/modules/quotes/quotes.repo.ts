import type { Commission } from '@terrace/domain/money/commission'
import { money } from '@terrace/domain/money/money'
import type { QuoteState } from '@terrace/domain/lifecycles/quote-lifecycle'
import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { Quote, QuotedEvent, QuoteOffer, QuoteScope } from './quote.ts'
import type { TicketDescription } from './create/ticket-description.ts'
import { allocatePurchases, type PurchasedLine } from './purchase/allocate-purchases.ts'

interface OfferRow {
  id: string
  listingId: string
  kind: QuoteOffer['kind']
  quantity: number
  holdId: string | null
  snapshot: TicketDescription
  costMinor: number
  sellerCurrency: string
  rate: string
  rateDate: string | null
  accepted: number
  agreedMinor: number | null
}

interface QuoteRow {
  id: string
  teamId: string
  teamName: string
  teamEmail: string
  baseCurrency: string
  accountId: string
  accountName: string
  encryptedSlug: Buffer
  idKey: Buffer
  title: string
  clientName: string | null
  note: string | null
  reference: string | null
  internalNote: string | null
  currency: string
  commissionMethod: Commission['method']
  commissionMinor: number | null
  commissionBp: number | null
  scope: QuoteScope
  isHospitalityOnly: boolean
  priceMode: Quote['priceMode']
  offerChoice: Quote['offerChoice']
  state: QuoteState
  feeBp: number
  createdAt: Date
  expiresAt: Date
  viewCount: number
  firstViewedAt: Date | null
  lastViewedAt: Date | null
  responseKind: 'accepted' | 'declined' | null
  respondedAt: Date | null
  responseName: string | null
  responseEmail: string | null
  responseReason: string | null
  order: { id: string; number: string } | null
  offers: OfferRow[]
  bought: PurchasedLine[]
  eventId: number
  eventTitle: string
  eventSlug: string
  localAt: string
  dateConfirmed: boolean
  timeConfirmed: boolean
  timezone: string
  eventStatus: QuotedEvent['status']
  startsAt: Date
  venueId: number
  venueName: string
  city: string
  countryCode: string
  categoryName: string
  hasPlan: boolean
}

/**
 * Whether the latest acceptance of the quote was promised this hold. History entries without the list promised every
 * accepted offer.
 */
const promised = (quoteId: RawBuilder<string>, holdId: RawBuilder<string>) => sql<boolean>`(
  select coalesce(h.details -> 'promised' ? ${holdId}, true) from quote_history h
  where h.quote_id = ${quoteId} and h.event = 'accepted' order by h.id desc limit 1)`

/** Whether the hold of offer `o` of quote `q` belongs to another client: one whose quote was accepted first. */
const isPromisedToOther = sql<boolean>`
  o.accepted > 0 and not ${promised(sql`q.id`, sql`o.hold_id`)}
  or exists (
    select from quote_offers other join quotes accepted on accepted.id = other.quote_id
    where other.hold_id = o.hold_id and other.quote_id <> q.id and other.accepted > 0
      and accepted.state in ('accepted', 'ordered') and ${promised(sql`accepted.id`, sql`other.hold_id`)})`

/** Quotes `q` that match the condition, newest first, read in one statement so that they are consistent. */
export async function readQuotes(db: DbOrTx, condition: RawBuilder<boolean>): Promise<Quote[]> {
  const { rows } = await sql<QuoteRow>`
    select q.id, q.team_id as "teamId", t.name as "teamName", t.email as "teamEmail", t.base_currency as "baseCurrency", a.id as "accountId",
      a.full_name as "accountName", q.encrypted_slug as "encryptedSlug", q.id_key as "idKey", q.title,
      q.client_name as "clientName", q.note, q.reference, q.internal_note as "internalNote", q.currency, q.commission_method as "commissionMethod",
      q.commission_minor as "commissionMinor", q.commission_bp as "commissionBp", q.scope,
      q.is_hospitality_only as "isHospitalityOnly", q.price_mode as "priceMode", q.offer_choice as "offerChoice", q.state, q.fee_bp as "feeBp",
      q.created_at as "createdAt", q.expires_at as "expiresAt", q.view_count as "viewCount",
      q.first_viewed_at as "firstViewedAt", q.last_viewed_at as "lastViewedAt", q.response_kind as "responseKind",
      q.responded_at as "respondedAt", q.response_name as "responseName", q.response_email as "responseEmail",
      q.response_reason as "responseReason", e.id as "eventId", e.title as "eventTitle", e.slug as "eventSlug",
      to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI') as "localAt", e.date_confirmed as "dateConfirmed",
      e.time_confirmed as "timeConfirmed", e.timezone, e.status as "eventStatus", e.starts_at as "startsAt",
      v.id as "venueId", v.name as "venueName", v.city, v.country_code as "countryCode", c.name as "categoryName",
      exists (select from seating_plans p where p.venue_id = v.id) as "hasPlan",
      (select jsonb_build_object('id', o.order_id, 'number', o.number)
        from quote_orders x cross join lateral order_headers(array[x.order_id]) o
        where x.quote_id = q.id order by o.placed_at desc, o.order_id desc limit 1) as "order",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'listingId', o.listing_id, 'kind', o.kind, 'quantity', o.quantity,
          'holdId', case when ${isPromisedToOther} then null else o.hold_id end, 'snapshot', o.snapshot, 'costMinor', o.cost_minor,
          'sellerCurrency', o.seller_currency, 'rate', o.rate::text, 'rateDate', o.rate_date, 'accepted', o.accepted,
          'agreedMinor', o.agreed_minor)
          order by o.kind, o.position, o.id)
        from quote_offers o where o.quote_id = q.id
      ), '[]') as offers,
      coalesce((
        select jsonb_agg(jsonb_build_object('listingId', l.listing_id, 'quantity', l.quantity, 'minor', l.price_minor,
          'currency', l.currency, 'rate', x.rate::text) order by l.line_id)
        from quote_orders x cross join lateral order_lines_for(array[x.order_id]) l
        where x.quote_id = q.id and l.state <> 'cancelled'
      ), '[]') as bought
    from quotes q
    join teams t on t.id = q.team_id
    join accounts a on a.id = q.created_by
    join events e on e.id = q.event_id
    join venues v on v.id = e.venue_id
    join categories c on c.id = e.category_id
    where ${condition}
    order by q.created_at desc, q.id`.execute(db)
  return rows.map(toQuote)
}

/** `undefined` also for another team's quote. */
export async function findTeamQuote(db: DbOrTx, teamId: string, id: string): Promise<Quote | undefined> {
  const [quote] = await readQuotes(db, sql<boolean>`q.id = ${id} and q.team_id = ${teamId}`)
  return quote
}

/** A quote regardless of team, for internal use. */
export async function findQuote(db: DbOrTx, id: string): Promise<Quote | undefined> {
  const [quote] = await readQuotes(db, sql<boolean>`q.id = ${id}`)
  return quote
}

export async function findQuoteBySlug(db: DbOrTx, hash: Buffer): Promise<Quote | undefined> {
  const [quote] = await readQuotes(db, sql<boolean>`q.slug_hash = ${hash}`)
  return quote
}

/** Locks the quote and returns it. Two statements, so that the read sees what committed during the lock wait. */
export async function lockQuote(tx: Tx, id: string): Promise<Quote | undefined> {
  await sql`select from quotes where id = ${id} for no key update`.execute(tx)
  const [quote] = await readQuotes(tx, sql<boolean>`q.id = ${id}`)
  return quote
}

/** Other quotes that offer tickets of the same holds. */
export async function findQuotesSharingHolds(db: DbOrTx, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('quote_offers as own')
    .innerJoin('quote_offers as other', 'other.hold_id', 'own.hold_id')
    .where('own.quote_id', '=', id)
    .where('other.quote_id', '<>', id)
    .select('other.quote_id as id')
    .distinct()
    .execute()
  return rows.map((row) => row.id)
}

function toQuote(row: QuoteRow): Quote {
  const { responseKind, respondedAt } = row
  return {
    id: row.id,
    teamId: row.teamId,
    team: { name: row.teamName, email: row.teamEmail, baseCurrency: row.baseCurrency },
    createdBy: { accountId: row.accountId, name: row.accountName },
    encryptedSlug: row.encryptedSlug,
    idKey: row.idKey,
    title: row.title,
    clientName: row.clientName,
    note: row.note,
    reference: row.reference,
    internalNote: row.internalNote,
    currency: row.currency,
    commission:
      row.commissionMethod === 'fixed'
        ? { method: 'fixed', amount: money(row.commissionMinor ?? 0, row.currency) }
        : { method: 'percentage', basisPoints: row.commissionBp ?? 0 },
    scope: row.scope,
    isHospitalityOnly: row.isHospitalityOnly,
    priceMode: row.priceMode,
    offerChoice: row.offerChoice,
    state: row.state,
    feeBp: row.feeBp,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    views: { count: row.viewCount, firstAt: row.firstViewedAt, lastAt: row.lastViewedAt },
    response:
      responseKind === null || respondedAt === null
        ? null
        : {
            kind: responseKind,
            at: respondedAt,
            name: row.responseName,
            email: row.responseEmail,
            reason: row.responseReason,
          },
    order: row.order,
    event: {
      id: row.eventId,
      title: row.eventTitle,
      slug: row.eventSlug,
      localAt: row.localAt,
      dateConfirmed: row.dateConfirmed,
      timeConfirmed: row.timeConfirmed,
      timezone: row.timezone,
      status: row.eventStatus,
      startsAt: row.startsAt,
      venueId: row.venueId,
      venueName: row.venueName,
      city: row.city,
      countryCode: row.countryCode,
      categoryName: row.categoryName,
      hasPlan: row.hasPlan,
    },
    offers: allocatePurchases(row.offers, row.bought, row.currency).map(
      ({ costMinor, sellerCurrency, rate, rateDate, agreedMinor, ...offer }) => ({
        ...offer,
        costWhenQuoted: money(costMinor, row.currency),
        rateWhenQuoted: rateDate === null ? null : { currency: sellerCurrency, rate, date: rateDate },
        agreed: agreedMinor === null ? null : money(agreedMinor, row.currency),
      }),
    ),
  }
}
