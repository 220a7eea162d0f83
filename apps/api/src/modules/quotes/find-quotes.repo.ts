import type { QuoteStatus } from '@terrace/domain/quote-lifecycle'
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../db/transaction.ts'
import type { Quote } from './quote.ts'
import { readQuotes } from './quotes.repo.ts'

export interface QuoteSearch {
  teamId: string
  status: QuoteStatus | undefined
  /** Each of its words has to be in the title, the client's name or the event's title. */
  search: string
  page: number
  perPage: number
  now: Date
}

/** The team's quotes, the youngest first, and how many there are in all. */
export async function findQuotes(
  db: Reader,
  wanted: QuoteSearch,
): Promise<{ quotes: Quote[]; total: number }> {
  const { teamId, status, search, page, perPage, now } = wanted
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with fitting as (
      select q.id, q.created_at from quotes q join events e on e.id = q.event_id
      where q.team_id = ${teamId} and ${hasStatus(status, now)} and not exists (
        select from unnest(${words}::text[]) word
        where position(word in lower(concat_ws(' ', q.title, q.client_name, e.title))) = 0)
    )
    select (select count(*) from fitting)::int as total, coalesce((
      select array_agg(id) from (
        select id from fitting order by created_at desc, id limit ${perPage} offset ${(page - 1) * perPage}
      ) shown
    ), '{}') as ids`.execute(db)
  const [found] = rows
  if (!found) throw new Error('a count had no answer')
  return { quotes: await readQuotes(db, sql<boolean>`q.id = any(${found.ids})`), total: found.total }
}

/**
 * How many of the team's quotes wait for something: for the client's answer, or to be bought. One that is past its end, was
 * declined, withdrawn or ordered asks for nobody.
 */
export async function countOpenQuotes(db: Reader, teamId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from quotes q
    where q.team_id = ${teamId} and q.state in ('active', 'accepted') and q.expires_at > ${now}`.execute(db)
  return rows[0]?.count ?? 0
}

/** `shownQuoteStatus` of packages/domain/src/quote-lifecycle.ts, in SQL. */
function hasStatus(status: QuoteStatus | undefined, now: Date): RawBuilder<boolean> {
  switch (status) {
    case undefined:
      return sql<boolean>`true`
    case 'Active':
      return sql<boolean>`q.state = 'active' and q.expires_at > ${now}`
    case 'Expired':
      return sql<boolean>`q.state = 'active' and q.expires_at <= ${now}`
    default:
      return sql<boolean>`q.state = ${status.toLowerCase()}`
  }
}

/** Quotes that stood until some time in between. */
export async function findEndedQuotes(
  db: Reader,
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
