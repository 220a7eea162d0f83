import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { catalogueErrors } from '../catalogue.errors.ts'

/** Recently viewed events stored per account. */
const maxRecentViews = 50

interface ViewRecord {
  accountId: string
  eventId: number
  at: Date
}

/**
 * Records that the account viewed the event and deletes its oldest views. One statement, because every event page
 * calls this.
 * @throws `event.not_found`
 */
export async function recordView({ db }: { db: Db }, { accountId, eventId, at }: ViewRecord): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    with recorded as (
      insert into recent_views as r (account_id, event_id, viewed_at)
      select ${accountId}, e.id, ${at} from events e where e.id = ${eventId}
      on conflict (account_id, event_id) do update set viewed_at = greatest(r.viewed_at, excluded.viewed_at)
      returning event_id
    ), deleted as (
      -- Sees the rows as of the start of the statement, without this view.
      delete from recent_views where account_id = ${accountId} and event_id in (
        select event_id from recent_views where account_id = ${accountId} and event_id <> ${eventId}
        order by viewed_at desc, event_id offset ${maxRecentViews - 1}
      )
    )
    -- A view lost in a crash is not worth the wait for the disk.
    select count(*)::int as count, set_config('synchronous_commit', 'off', true) from recorded`.execute(db)
  if (rows[0]?.count !== 1) throw catalogueErrors.make('event.not_found')
}
