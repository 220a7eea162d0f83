import type { Commission } from '@terrace/domain/commission'
import { money } from '@terrace/domain/money'
import type { QuoteState } from '@terrace/domain/quote-lifecycle'
import { sql, type RawBuilder } from 'kysely'
import type { QuotedFacts } from '../../db/quote-tables.ts'
import type { Reader, Tx } from '../../db/transaction.ts'
import type { Quote, QuotedEvent, QuoteOffer, QuoteScope } from './quote.ts'
import { shareBought, type BoughtLine } from './share-bought.ts'

interface OfferRow {
  id: string
  listingId: string
  kind: QuoteOffer['kind']
  quantity: number
  holdId: string | null
  facts: QuotedFacts
  costMinor: number
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
  sealedSlug: Buffer
  idKey: Buffer
  title: string
  clientName: string | null
  note: string | null
  currency: string
  commissionMethod: Commission['method']
  commissionMinor: number | null
  commissionBp: number | null
  scope: QuoteScope
  isVipListings: boolean
  priceMode: Quote['priceMode']
  state: QuoteState
  feeBp: number
  createdAt: Date
  expiresAt: Date
  viewCount: number
  firstViewedAt: Date | null
  lastViewedAt: Date | null
  answerKind: 'accepted' | 'declined' | null
  answeredAt: Date | null
  answerName: string | null
  answerEmail: string | null
  answerReason: string | null
  order: { id: string; number: string } | null
  offers: OfferRow[]
  bought: BoughtLine[]
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

/** Whether the last yes to a quote was promised the hold. Answers from before it was written down took what was offered. */
const promised = (quoteId: RawBuilder<string>, holdId: RawBuilder<string>) => sql<boolean>`(
  select coalesce(h.facts -> 'promised' ? ${holdId}, true) from quote_history h
  where h.quote_id = ${quoteId} and h.what = 'accepted' order by h.id desc limit 1)`

/**
 * Whether the hold that an offer `o` of `q` was is not this client's: promised to another quote's, which was accepted first, or
 * was then when this one was.
 */
const isForOthers = sql<boolean>`
  o.accepted > 0 and not ${promised(sql`q.id`, sql`o.hold_id`)}
  or exists (
    select from quote_offers x join quotes y on y.id = x.quote_id
    where x.hold_id = o.hold_id and x.quote_id <> q.id and x.accepted > 0 and y.state in ('accepted', 'ordered')
      and ${promised(sql`y.id`, sql`x.hold_id`)})`

/** The quotes of which `which` is true (of `q`), the youngest first. One statement, so one moment. */
export async function readQuotes(db: Reader, which: RawBuilder<boolean>): Promise<Quote[]> {
  const { rows } = await sql<QuoteRow>`
    select q.id, q.team_id as "teamId", t.name as "teamName", t.email as "teamEmail", t.base_currency as "baseCurrency", a.id as "accountId",
      a.first_name || ' ' || a.last_name as "accountName", q.sealed_slug as "sealedSlug", q.id_key as "idKey", q.title,
      q.client_name as "clientName", q.note, q.currency, q.commission_method as "commissionMethod",
      q.commission_minor as "commissionMinor", q.commission_bp as "commissionBp", q.scope,
      q.is_vip_listings as "isVipListings", q.price_mode as "priceMode", q.state, q.fee_bp as "feeBp",
      q.created_at as "createdAt", q.expires_at as "expiresAt", q.view_count as "viewCount",
      q.first_viewed_at as "firstViewedAt", q.last_viewed_at as "lastViewedAt", q.answer_kind as "answerKind",
      q.answered_at as "answeredAt", q.answer_name as "answerName", q.answer_email as "answerEmail",
      q.answer_reason as "answerReason", e.id as "eventId", e.title as "eventTitle", e.slug as "eventSlug",
      to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI') as "localAt", e.date_confirmed as "dateConfirmed",
      e.time_confirmed as "timeConfirmed", e.timezone, e.status as "eventStatus", e.starts_at as "startsAt",
      v.id as "venueId", v.name as "venueName", v.city, v.country_code as "countryCode", c.name as "categoryName",
      exists (select from seating_plans p where p.venue_id = v.id) as "hasPlan",
      (select jsonb_build_object('id', o.order_id, 'number', o.number)
        from quote_orders x cross join lateral names_of_orders(array[x.order_id]) o
        where x.quote_id = q.id order by o.placed_at desc, o.order_id desc limit 1) as "order",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'listingId', o.listing_id, 'kind', o.kind, 'quantity', o.quantity,
          'holdId', case when ${isForOthers} then null else o.hold_id end, 'facts', o.facts, 'costMinor', o.cost_minor, 'accepted', o.accepted,
          'agreedMinor', o.agreed_minor)
          order by o.kind, o.position, o.id)
        from quote_offers o where o.quote_id = q.id
      ), '[]') as offers,
      coalesce((
        select jsonb_agg(jsonb_build_object('listingId', l.listing_id, 'quantity', l.quantity, 'minor', l.price_minor,
          'currency', l.currency, 'rate', x.rate::text) order by l.line_id)
        from quote_orders x cross join lateral lines_of_orders(array[x.order_id]) l
        where x.quote_id = q.id and l.state <> 'cancelled'
      ), '[]') as bought
    from quotes q
    join teams t on t.id = q.team_id
    join accounts a on a.id = q.created_by
    join events e on e.id = q.event_id
    join venues v on v.id = e.venue_id
    join categories c on c.id = e.category_id
    where ${which}
    order by q.created_at desc, q.id`.execute(db)
  return rows.map(quoteOf)
}

/** Undefined where there is none, and where it is another team's. */
export async function findTeamQuote(db: Reader, teamId: string, id: string): Promise<Quote | undefined> {
  const [quote] = await readQuotes(db, sql<boolean>`q.id = ${id} and q.team_id = ${teamId}`)
  return quote
}

/** Whosever it is: for what is told of it without anybody having asked. */
export async function findQuote(db: Reader, id: string): Promise<Quote | undefined> {
  const [quote] = await readQuotes(db, sql<boolean>`q.id = ${id}`)
  return quote
}

export async function findQuoteBySlug(db: Reader, hash: Buffer): Promise<Quote | undefined> {
  const [quote] = await readQuotes(db, sql<boolean>`q.slug_hash = ${hash}`)
  return quote
}

/**
 * The quote as it is once nobody else changes it, held so until the transaction ends. Two statements: what is read has to
 * come from after the lock wait.
 */
export async function lockQuote(tx: Tx, id: string): Promise<Quote | undefined> {
  await sql`select from quotes where id = ${id} for no key update`.execute(tx)
  const [quote] = await readQuotes(tx, sql<boolean>`q.id = ${id}`)
  return quote
}

/** Other quotes that offer tickets of the same holds. */
export async function findQuotesOfSameHolds(db: Reader, id: string): Promise<string[]> {
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

function quoteOf(row: QuoteRow): Quote {
  const { answerKind, answeredAt } = row
  return {
    id: row.id,
    teamId: row.teamId,
    team: { name: row.teamName, email: row.teamEmail, baseCurrency: row.baseCurrency },
    createdBy: { accountId: row.accountId, name: row.accountName },
    sealedSlug: row.sealedSlug,
    idKey: row.idKey,
    title: row.title,
    clientName: row.clientName,
    note: row.note,
    currency: row.currency,
    commission:
      row.commissionMethod === 'fixed'
        ? { method: 'fixed', amount: money(row.commissionMinor ?? 0, row.currency) }
        : { method: 'percentage', basisPoints: row.commissionBp ?? 0 },
    scope: row.scope,
    isVipListings: row.isVipListings,
    priceMode: row.priceMode,
    state: row.state,
    feeBp: row.feeBp,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    views: { count: row.viewCount, firstAt: row.firstViewedAt, lastAt: row.lastViewedAt },
    answer:
      answerKind === null || answeredAt === null
        ? null
        : {
            kind: answerKind,
            at: answeredAt,
            name: row.answerName,
            email: row.answerEmail,
            reason: row.answerReason,
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
    offers: shareBought(row.offers, row.bought, row.currency).map(({ costMinor, agreedMinor, ...offer }) => ({
      ...offer,
      costThen: money(costMinor, row.currency),
      agreed: agreedMinor === null ? null : money(agreedMinor, row.currency),
    })),
  }
}
