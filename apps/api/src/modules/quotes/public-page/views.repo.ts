import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'

export interface SeenQuote {
  quoteId: string
  views: number
  firstAt: Date
  lastAt: Date
}

export interface CountedQuote {
  quoteId: string
  teamId: string
  /** Notify the broker: on the first view, then at most once an hour. */
  shouldNotify: boolean
}

/** Adds views to the quotes. Locks in id order, so that two processes can't deadlock. */
export async function addViews(tx: Tx, seen: readonly SeenQuote[]): Promise<CountedQuote[]> {
  const { rows } = await sql<CountedQuote>`
    with seen as (
      select * from unnest(${seen.map(({ quoteId }) => quoteId)}::text[], ${seen.map(({ views }) => views)}::integer[],
        ${seen.map(({ firstAt }) => firstAt)}::timestamptz[], ${seen.map(({ lastAt }) => lastAt)}::timestamptz[])
        as s (id, views, first_at, last_at)
    ), locked as (
      select q.id, q.view_notified_at is null or q.view_notified_at <= s.last_at - interval '1 hour' as should_notify
      from quotes q join seen s using (id) order by q.id collate "C" for no key update of q
    )
    update quotes q set view_count = q.view_count + s.views,
      first_viewed_at = coalesce(q.first_viewed_at, s.first_at),
      last_viewed_at = greatest(q.last_viewed_at, s.last_at),
      view_notified_at = case when l.should_notify then s.last_at else q.view_notified_at end
    from seen s join locked l using (id)
    where q.id = s.id
    returning q.id as "quoteId", q.team_id as "teamId", l.should_notify as "shouldNotify"`.execute(tx)
  return rows
}
