import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { catalogueErrors } from './catalogue.errors.ts'

/** How many events an account remembers having looked at. */
const remembered = 50

interface View {
  accountId: string
  eventId: number
  at: Date
}

/** Remembers that this account has looked at the event; the oldest looks are forgotten. Throws `event.not_found`. */
export async function recordView({ db }: { db: Db }, { accountId, eventId, at }: View): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { numAffectedRows } = await sql`
      insert into recent_views as r (account_id, event_id, viewed_at)
      select ${accountId}, e.id, ${at} from events e where e.id = ${eventId}
      on conflict (account_id, event_id) do update set viewed_at = greatest(r.viewed_at, excluded.viewed_at)`.execute(
      tx,
    )
    if (numAffectedRows === 0n) throw catalogueErrors.make('event.not_found')
    await sql`
      delete from recent_views where account_id = ${accountId} and event_id in (
        select event_id from recent_views where account_id = ${accountId}
        order by viewed_at desc, event_id offset ${remembered}
      )`.execute(tx)
  })
}
