import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { Clock } from '#api/shared/clock.ts'
import { eventTimeOf } from './event-times.ts'

interface UnconfirmedKickOff {
  id: number
  sourceLocal: string
  shiftWeeks: number
  timezone: string
  confirmAheadDays: number
}

/**
 * Confirms kick-offs that are now within their category's `confirm_ahead_days`, and returns how many. Runs on a
 * schedule and when the demo starts.
 */
export async function confirmKickOffs({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  return inTransaction(db, async (tx) => {
    const now = clock.now()
    const { rows } = await sql<UnconfirmedKickOff>`
      select e.id, to_char(e.source_local_at, 'YYYY-MM-DD"T"HH24:MI') as "sourceLocal", e.shift_weeks as "shiftWeeks",
        e.timezone, c.confirm_ahead_days as "confirmAheadDays"
      from events e join categories c on c.id = e.category_id
      where e.time_known and not e.time_confirmed and c.confirm_ahead_days is not null
        -- An unconfirmed kick-off is stored as the end of its day, so the real one is at most a day earlier.
        and e.starts_at < ${now}::timestamptz + make_interval(days => c.confirm_ahead_days + 1)
      order by e.id for update of e`.execute(tx)
    const confirmed = rows
      .map((event) => ({ id: event.id, ...eventTimeOf({ ...event, timeKnown: true }, now) }))
      .filter((event) => event.timeConfirmed)
    if (confirmed.length > 0) {
      await sql`
        update events e set local_at = r."localAt", starts_at = r."startsAt", time_confirmed = true,
          updated_at = clock_timestamp()
        from jsonb_to_recordset(${JSON.stringify(confirmed)}::jsonb)
          as r(id integer, "localAt" timestamp, "startsAt" timestamptz)
        where e.id = r.id`.execute(tx)
    }
    return confirmed.length
  })
}
