import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { catalogueErrors } from './catalogue.errors.ts'

/** How many events an account remembers having looked at. */
const remembered = 50

interface View {
  accountId: string
  eventId: number
  at: Date
}

/**
 * Remembers that this account has looked at the event; the oldest looks are forgotten. Throws `event.not_found`. One
 * statement: every page of an event sends this.
 */
export async function recordView({ db }: { db: Db }, { accountId, eventId, at }: View): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    with seen as (
      insert into recent_views as r (account_id, event_id, viewed_at)
      select ${accountId}, e.id, ${at} from events e where e.id = ${eventId}
      on conflict (account_id, event_id) do update set viewed_at = greatest(r.viewed_at, excluded.viewed_at)
      returning event_id
    ), forgotten as (
      -- Sees the others as they were before this look.
      delete from recent_views where account_id = ${accountId} and event_id in (
        select event_id from recent_views where account_id = ${accountId} and event_id <> ${eventId}
        order by viewed_at desc, event_id offset ${remembered - 1}
      )
    )
    -- A look that a power cut takes away is not worth the wait for the disk.
    select count(*)::int as count, set_config('synchronous_commit', 'off', true) from seen`.execute(db)
  if (rows[0]?.count !== 1) throw catalogueErrors.make('event.not_found')
}
