import { maxAttentionItems } from '@terrace/contracts/attention'
import { money } from '@terrace/domain/money/money'
import { sql } from 'kysely'
import { eventIsOnSale, holdIsOpen, quoteIsActive } from '#api/db/predicates.ts'
import type { DbOrTx } from '#api/db/transaction.ts'
import {
  responseDays,
  quoteNoticeHours,
  type AttentionEvent,
  type DueQuote,
  type HeldTickets,
  type PriceDrop,
} from './attention.ts'

/* Each query reads a partial index of open rows, so its cost does not grow with ended ones. */

interface EventRow {
  event_id: number
  event_title: string
  event_slug: string
  starts_at: Date
}

const eventColumns = sql`e.id as event_id, e.title as event_title, e.slug as event_slug, e.starts_at`

const toEvent = (row: EventRow): AttentionEvent => ({
  id: row.event_id,
  title: row.event_title,
  slug: row.event_slug,
  startsAt: row.starts_at,
})

interface HoldRow extends EventRow {
  id: string
  listing_id: string
  quantity: number
  ticket_price_minor: number
  buyer_currency: string
  fee_bp: number
  expires_at: Date
  is_expiring: boolean
  quote_ref: string | null
  delivery: boolean
  identification: boolean
}

/**
 * The team’s open holds that can be checked out and are not being released, the next to expire first. `noticeMs` before
 * its expiry, a hold counts as expiring.
 */
export async function readHeldTickets(
  db: DbOrTx,
  { teamId, noticeMs, now }: { teamId: string; noticeMs: number; now: Date },
): Promise<HeldTickets[]> {
  const { rows } = await sql<HoldRow>`
    select h.id, h.listing_id, h.quantity, h.ticket_price_minor, h.buyer_currency, h.fee_bp, h.expires_at, h.quote_ref,
      h.expires_at <= clock_timestamp() + make_interval(secs => ${noticeMs / 1000}) as is_expiring,
      l.attendee_delivery_details_required as delivery, l.attendee_identification_details_required as identification,
      ${eventColumns}
    from holds h
    join listings l on l.id = h.listing_id
    join events e on e.id = h.event_id
    where h.team_id = ${teamId} and h.state = 'active' and ${holdIsOpen('h')}
      and h.quantity > coalesce(h.release_quantity, 0) and ${eventIsOnSale('e', now)}
    order by h.expires_at, h.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    listingId: row.listing_id,
    quantity: row.quantity,
    price: money(row.ticket_price_minor, row.buyer_currency),
    feeBp: row.fee_bp,
    expiresAt: row.expires_at,
    isExpiring: row.is_expiring,
    quoteId: row.quote_ref,
    requirements: { delivery: row.delivery, identification: row.identification },
    event: toEvent(row),
  }))
}

interface Viewer {
  teamId: string
  accountId: string
  now: Date
}

type DueQuoteRow = { id: string; expiresAt: string } & (
  | { kind: 'quote_expiring'; respondedAt: null }
  | { kind: 'quote_accepted' | 'quote_declined'; respondedAt: string }
)

function toDueQuote({ id, expiresAt: expiry, ...row }: DueQuoteRow): DueQuote {
  const expiresAt = new Date(expiry)
  return row.kind === 'quote_expiring'
    ? { kind: row.kind, id, expiresAt }
    : { kind: row.kind, id, expiresAt, respondedAt: new Date(row.respondedAt) }
}

/** When an open quote starts to be listed. */
const noticeAt = sql`q.expires_at - least(make_interval(hours => ${quoteNoticeHours}), (q.expires_at - q.created_at) / 4)`

/** Identifies a dismissed response by its time in milliseconds. */
const responseVersion = sql`floor(extract(epoch from q.responded_at) * 1000)::bigint::text`

/** The team's quotes that have a response or expire soon, most urgent first, with their total count. */
export async function findDueQuotes(
  db: DbOrTx,
  { teamId, accountId, now }: Viewer,
): Promise<{ quotes: DueQuote[]; count: number; nextDueAt: Date | null }> {
  const { rows } = await sql<{
    due: DueQuoteRow[]
    count: number
    nextDueAt: Date | null
  }>`
    with due as (
      select q.id, 'quote_expiring' as kind, null::timestamptz as responded_at, q.expires_at, q.expires_at as act_by
      from quotes q join events e on e.id = q.event_id
      where q.team_id = ${teamId} and ${quoteIsActive('q', now)}
        and ${noticeAt} <= ${now} and ${eventIsOnSale('e', now)}
      union all
      select q.id, 'quote_' || q.state, q.responded_at, q.expires_at,
        case when q.state = 'accepted' and q.expires_at > ${now} then q.expires_at else 'infinity' end
      from quotes q join events e on e.id = q.event_id
      where q.team_id = ${teamId} and q.state in ('accepted', 'declined')
        and q.responded_at > ${now}::timestamptz - make_interval(days => ${responseDays})
        and ${eventIsOnSale('e', now)}
        and not exists (
          select from attention_dismissals d
          where d.account_id = ${accountId} and d.subject = q.id and d.version = ${responseVersion})
    )
    select (select count(*) from due)::int as count, (
        select min(${noticeAt}) from quotes q
        where q.team_id = ${teamId} and ${quoteIsActive('q', now)} and ${noticeAt} > ${now}
      ) as "nextDueAt", coalesce((
        select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'respondedAt', responded_at, 'expiresAt', expires_at)
          order by act_by, responded_at desc, id)
        from (select * from due order by act_by, responded_at desc, id limit ${maxAttentionItems}) first
      ), '[]') as due`.execute(db)
  const [found] = rows
  if (!found) throw new Error('the query returned no row')
  return {
    quotes: found.due.map(toDueQuote),
    count: found.count,
    nextDueAt: found.nextDueAt,
  }
}

interface PriceDropRow extends EventRow {
  listing_id: string
  section: string
  row: string
  currency: string
  price_minor: number
  price_when_tracked_minor: number
  available: number
  count: number
}

/**
 * Available tracked listings that cost less than when they were tracked, next events first, with their total count.
 * Empty if the account has switched off price alerts in its pages.
 */
export async function findPriceDrops(
  db: DbOrTx,
  { teamId, accountId, now }: Viewer,
): Promise<{ drops: PriceDrop[]; count: number }> {
  const { rows } = await sql<PriceDropRow>`
    with dropped as (
      select l.id as listing_id, l.section, l."row", l.currency, l.price_minor, t.price_when_tracked_minor, ${eventColumns}
      from tracked_listings t
      join listings l on l.id = t.listing_id
      join events e on e.id = l.event_id
      where t.account_id = ${accountId} and t.team_id = ${teamId} and t.ended_at is null
        and l.status = 'active' and l.sold < l.quantity and l.price_minor < t.price_when_tracked_minor
        and ${eventIsOnSale('e', now)}
        and coalesce((select s.price_drop_live from tracking_settings s where s.account_id = ${accountId}), true)
        and not exists (
          select from attention_dismissals d
          where d.account_id = ${accountId} and d.subject = l.id and d.version = l.price_minor::text)
    )
    select dropped.*, free.available, count(*) over ()::int as count
    from dropped
    join listing_availability((select coalesce(array_agg(listing_id), '{}') from dropped), ${now}) free
      on free.listing_id = dropped.listing_id
    where free.available > 0
    order by starts_at, listing_id limit ${maxAttentionItems}`.execute(db)
  return {
    drops: rows.map((row) => ({
      kind: 'price_drop',
      listingId: row.listing_id,
      section: row.section,
      row: row.row,
      available: row.available,
      price: money(row.price_minor, row.currency),
      priceWhenTracked: money(row.price_when_tracked_minor, row.currency),
      event: toEvent(row),
    })),
    count: rows[0]?.count ?? 0,
  }
}
