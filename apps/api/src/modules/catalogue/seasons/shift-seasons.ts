import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { Clock } from '#api/shared/clock.ts'
import { eventTimeOf } from './event-times.ts'
import { decideShiftWeeks } from './decide-shift-weeks.ts'

interface ShiftedCompetition {
  name: string
  weeks: number
  events: number
}

/**
 * Decides once per competition by how many weeks the demo moves its seasons, and moves them (`product.md` §2). Uses
 * source dates, after all reschedules. A decision is final, and events with holds or orders do not move.
 */
export async function shiftSeasons({ db, clock }: { db: Db; clock: Clock }): Promise<ShiftedCompetition[]> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{
      id: number
      name: string
      confirm_ahead_days: number | null
      locals: string[]
    }>`
      select c.id, c.name, c.confirm_ahead_days,
        array_agg(to_char(e.source_local_at, 'YYYY-MM-DD"T"HH24:MI')) as locals
      from categories c join events e on e.category_id = c.id
      where not exists (select 1 from seasons s where s.category_id = c.id and s.shift_decided_at is not null)
        and exists (select 1 from seasons s where s.category_id = c.id)
      group by c.id order by c.id`.execute(tx)
    const now = clock.now()
    const shifted: ShiftedCompetition[] = []
    for (const { id, name, confirm_ahead_days: confirmAheadDays, locals } of rows) {
      const weeks = decideShiftWeeks(locals, now.toISOString().slice(0, 10))
      await sql`
        update seasons set shift_weeks = ${weeks}, shift_decided_at = ${now} where category_id = ${id}`.execute(
        tx,
      )
      const events = weeks === 0 ? 0 : await moveEvents(tx, { categoryId: id, weeks, confirmAheadDays, now })
      shifted.push({ name, weeks, events })
    }
    return shifted
  })
}

interface Move {
  categoryId: number
  weeks: number
  confirmAheadDays: number | null
  now: Date
}

interface MovableEvent {
  id: number
  sourceLocal: string
  timeKnown: boolean
  timezone: string
}

async function moveEvents(tx: Tx, { categoryId, weeks, confirmAheadDays, now }: Move): Promise<number> {
  const { rows } = await sql<MovableEvent>`
    select e.id, to_char(e.source_local_at, 'YYYY-MM-DD"T"HH24:MI') as "sourceLocal", e.time_known as "timeKnown",
      e.timezone
    from events e where e.category_id = ${categoryId}
      and not exists (select 1 from holds h where h.event_id = e.id)
      and not exists (select 1 from order_lines o where o.event_id = e.id)
    order by e.id for update of e`.execute(tx)
  const moved = rows.map((event) => ({
    id: event.id,
    ...eventTimeOf({ ...event, shiftWeeks: weeks, confirmAheadDays }, now),
  }))
  await sql`
    update events e set shift_weeks = ${weeks}, local_at = r."localAt", starts_at = r."startsAt",
      time_confirmed = r."timeConfirmed", updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
      as r(id integer, "localAt" timestamp, "startsAt" timestamptz, "timeConfirmed" boolean)
    where e.id = r.id`.execute(tx)
  return moved.length
}
