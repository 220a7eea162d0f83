import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'

export interface SeenQuote {
  quoteId: string
  views: number
  firstAt: Date
  lastAt: Date
}

export interface CountedQuote {
  quoteId: string
  teamId: string
  /** The broker is to be told: of the first view, and then at most once an hour. */
  isTold: boolean
}

/** Adds what was seen to the quotes' views. In the order of their ids, so that two processes never wait for each other. */
export async function addViews(tx: Tx, seen: readonly SeenQuote[]): Promise<CountedQuote[]> {
  const { rows } = await sql<CountedQuote>`
    with seen as (
      select * from unnest(${seen.map(({ quoteId }) => quoteId)}::text[], ${seen.map(({ views }) => views)}::integer[],
        ${seen.map(({ firstAt }) => firstAt)}::timestamptz[], ${seen.map(({ lastAt }) => lastAt)}::timestamptz[])
        as s (id, views, first_at, last_at)
    ), locked as (
      select q.id, q.view_told_at is null or q.view_told_at <= s.last_at - interval '1 hour' as is_told
      from quotes q join seen s using (id) order by q.id collate "C" for no key update of q
    )
    update quotes q set view_count = q.view_count + s.views,
      first_viewed_at = coalesce(q.first_viewed_at, s.first_at),
      last_viewed_at = greatest(q.last_viewed_at, s.last_at),
      view_told_at = case when l.is_told then s.last_at else q.view_told_at end
    from seen s join locked l using (id)
    where q.id = s.id
    returning q.id as "quoteId", q.team_id as "teamId", l.is_told as "isTold"`.execute(tx)
  return rows
}
