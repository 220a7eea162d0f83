import type { AttendeeDetails } from '@terrace/domain/attendee-details'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transaction.ts'
import type { Sealer } from '../../shared/sealed-text.ts'

const contextOf = (lineId: string) => `order_lines.attendees:${lineId}`

/** Keeps, sealed, who attends by these lines (product.md §12 "Safety"). */
export async function keepAttendees(
  tx: Tx,
  sealer: Sealer,
  lines: readonly { id: string; attendees: readonly AttendeeDetails[] }[],
): Promise<void> {
  for (const { id, attendees } of lines) {
    if (attendees.length === 0) continue
    await tx
      .updateTable('order_lines')
      .set({ attendees: sealer.seal(JSON.stringify(attendees), contextOf(id)) })
      .where('id', '=', id)
      .execute()
  }
}

/** Who attends by each of these lines, ticket by ticket; a line of which nothing is kept, or not any more, or whose seal does not open, is missing. */
export async function readAttendees(
  db: Reader,
  sealer: Sealer,
  lineIds: readonly string[],
): Promise<Map<string, AttendeeDetails[]>> {
  if (lineIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('order_lines')
    .select(['id', 'attendees'])
    .where('id', 'in', lineIds)
    .where('attendees', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ id, attendees }) => {
      const text = attendees && sealer.openIfWhole(attendees, contextOf(id))
      // Only keepAttendees seals for this context, and nothing else opens.
      return text ? [[id, JSON.parse(text) as AttendeeDetails[]]] : []
    }),
  )
}

/** Forgets who attended events that began more than 30 days ago. Answers of how many lines. */
export async function forgetAttendees(db: Reader): Promise<number> {
  const { numAffectedRows } = await sql`
    update order_lines l set attendees = null
    from events e
    where l.attendees is not null and e.id = l.event_id and e.starts_at < clock_timestamp() - interval '30 days'`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
