import type { QuoteStatus } from '@terrace/domain/lifecycles/quote-lifecycle'
import { sql, type RawBuilder } from 'kysely'
import { quoteIsActive } from '#api/db/predicates.ts'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { Quote } from '../quote.ts'
import { readQuotes } from '../quotes.repo.ts'

export interface QuoteSort {
  by: 'created' | 'expires' | 'event_date' | 'client' | 'status' | 'views'
  direction: 'asc' | 'desc'
}

const sortKeys: Readonly<Record<QuoteSort['by'], RawBuilder<unknown>>> = {
  created: sql`created_at`,
  expires: sql`expires_at`,
  event_date: sql`local_at`,
  client: sql`lower(coalesce(client_name, title))`,
  status: sql`status`,
  views: sql`view_count`,
}

export interface QuoteSearch {
  teamId: string
  status: QuoteStatus | undefined
  /** Every term must occur in the quote's title, the client's name, the reference or the event's title. */
  search: string
  /** Only these quotes; `null` for any. */
  ids: readonly string[] | null
  sort: QuoteSort
  page: number
  perPage: number
  now: Date
}

/** A page of the team's matching quotes with the total count; equal ones newest first. */
export async function findQuotes(
  db: DbOrTx,
  query: QuoteSearch,
): Promise<{ quotes: Quote[]; total: number }> {
  const { teamId, status, search, ids, sort, page, perPage, now } = query
  const direction = sort.direction === 'asc' ? sql`asc` : sql`desc`
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean)
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with matching as (
      select q.id, q.created_at, q.expires_at, q.client_name, q.title, q.view_count, e.local_at,
        case when ${isExpired(now)} then 'expired' else q.state end as status
      from quotes q join events e on e.id = q.event_id
      where q.team_id = ${teamId} and ${hasStatus(status, now)}
        and (${ids}::text[] is null or q.id = any(${ids})) and not exists (
        select from unnest(${terms}::text[]) term
        where position(term in lower(concat_ws(' ', q.title, q.client_name, q.reference, e.title))) = 0)
    )
    select (select count(*) from matching)::int as total, coalesce((
      select array_agg(id order by place) from (
        select id, row_number() over (order by ${sortKeys[sort.by]} ${direction}, created_at desc, id) as place
        from matching order by place limit ${perPage} offset ${(page - 1) * perPage}
      ) page
    ), '{}') as ids`.execute(db)
  const [found] = rows
  if (!found) throw new Error('the query returned no row')
  const quotes = await readQuotes(db, sql<boolean>`q.id = any(${found.ids})`)
  const places = new Map(found.ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: Quote) => places.get(id) ?? 0
  return { quotes: quotes.toSorted((left, right) => placeOf(left) - placeOf(right)), total: found.total }
}

/** Counts quotes that need attention: waiting for the client's response, or accepted and not yet bought. */
export async function countOpenQuotes(db: DbOrTx, teamId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from quotes q
    where q.team_id = ${teamId} and q.state in ('active', 'accepted') and q.expires_at > ${now}`.execute(db)
  return rows[0]?.count ?? 0
}

const isExpired = (now: Date) => sql<boolean>`q.state = 'active' and not ${quoteIsActive('q', now)}`

/** SQL counterpart of `displayQuoteStatus` in `packages/domain`. */
function hasStatus(status: QuoteStatus | undefined, now: Date): RawBuilder<boolean> {
  switch (status) {
    case undefined:
      return sql<boolean>`true`
    case 'Active':
      return quoteIsActive('q', now)
    case 'Expired':
      return isExpired(now)
    default:
      return sql<boolean>`q.state = ${status.toLowerCase()}`
  }
}

/** Quotes that expired within the given period. */
export async function findExpiredQuotes(
  db: DbOrTx,
  { after, until }: { after: Date; until: Date },
): Promise<{ quoteId: string; teamId: string }[]> {
  return db
    .selectFrom('quotes')
    .select(['id as quoteId', 'team_id as teamId'])
    .where('state', 'in', ['active', 'accepted'])
    .where('expires_at', '>', after)
    .where('expires_at', '<=', until)
    .execute()
}
