import type { NamedMeaning } from '@terrace/domain/search/name-index'
import type { DayRange } from '@terrace/domain/search/query-part'
import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface DraftEvent {
  id: number
  title: string
  venue: string
  /** YYYY-MM-DDTHH:MM at the venue. */
  localAt: string
  timeKnown: boolean
  startsAt: Date
  /** The performer at home. */
  homeId: number | null
}

export interface EventQuestion {
  /** Every name must fit by one of its meanings. */
  names: readonly (readonly NamedMeaning[])[]
  /** Any of them; none for all days. */
  days: readonly DayRange[]
  now: Date
}

const columns = sql`e.id, e.title, v.name as venue, to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI') as "localAt",
  e.time_known and e.time_confirmed as "timeKnown", e.starts_at as "startsAt",
  (select p.performer_id from event_performers p where p.event_id = e.id and p.role = 'home' limit 1) as "homeId"`

/** Upcoming events on sale that fit, the soonest first, and how many there are. */
export async function findEvents(
  db: DbOrTx,
  { names, days, now }: EventQuestion,
  limit: number,
): Promise<{ events: DraftEvent[]; total: number }> {
  const conditions = names.map(fitsName)
  if (days.length > 0) conditions.push(isOneOf(days.map(isWithin)))
  const { rows } = await sql<DraftEvent & { total: number }>`
    select ${columns}, (count(*) over ())::integer as total
    from events e join venues v on v.id = e.venue_id
    where e.starts_at > ${now} and e.status in ('scheduled', 'rescheduled')
      and ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)}
    order by e.starts_at, e.id limit ${limit}`.execute(db)
  return { events: rows, total: rows[0]?.total ?? 0 }
}

/** Events by id, whatever their date. */
export async function readDraftEvents(db: DbOrTx, ids: readonly number[]): Promise<Map<number, DraftEvent>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<DraftEvent>`
    select ${columns} from events e join venues v on v.id = e.venue_id
    where e.id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map((event) => [event.id, event]))
}

function fitsName(meanings: readonly NamedMeaning[]): RawBuilder<boolean> {
  const valuesOf = (kind: NamedMeaning['kind']) =>
    meanings.flatMap((meaning) => (meaning.kind === kind ? meaning.values : []))
  const withPerformer = (ids: readonly string[]) =>
    sql<boolean>`e.id in (select p.event_id from event_performers p where p.performer_id = any(${ids}::integer[]))`
  const found: RawBuilder<boolean>[] = []
  const add = (values: readonly string[], condition: (values: readonly string[]) => RawBuilder<boolean>) => {
    if (values.length > 0) found.push(condition(values))
  }
  add(valuesOf('performer'), withPerformer)
  for (const { kind, values } of meanings)
    if (kind === 'rivalry')
      found.push(
        sql`(${sql.join(
          values.map((id) => withPerformer([id])),
          sql` and `,
        )})`,
      )
  add(valuesOf('venue'), (ids) => sql`e.venue_id = any(${ids}::integer[])`)
  add(valuesOf('competition'), (ids) => sql`e.category_id = any(${ids}::integer[])`)
  add(valuesOf('city'), (names) => sql`v.city = any(${names}::text[])`)
  add(valuesOf('country'), (codes) => sql`v.country_code = any(${codes}::text[])`)
  const titles = meanings.flatMap(({ kind, label }) => (kind === 'event' ? [label] : []))
  if (titles.length > 0) found.push(sql`e.title = any(${titles}::text[])`)
  return isOneOf(found)
}

const isWithin = ({ start, end }: DayRange) =>
  sql<boolean>`(e.local_at >= ${start}::date and e.local_at < ${end}::date + 1)`

const isOneOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
