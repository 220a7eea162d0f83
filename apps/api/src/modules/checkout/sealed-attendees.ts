import type { AttendeeDetails } from '@terrace/domain/attendee-details'
import type { Reader, Tx } from '../../db/transaction.ts'
import type { Sealer } from '../../shared/sealed-text.ts'
import type { PurchaseLine } from './purchase.ts'

/*
 * Who attends, while it is being paid for: sealed with the lines of the attempt, for the order that may come of it, and gone
 * with the attempt's end whatever that is.
 */

const contextOf = (attemptId: string, holdId: string) =>
  `checkout_attempt_lines.attendees:${attemptId}:${holdId}`

/** For each hold with attendees what is stored of them; lines of one hold are put together in their order. */
export function sealAttendees(
  sealer: Sealer,
  attemptId: string,
  lines: readonly PurchaseLine[],
): Map<string, Buffer> {
  const byHold = Map.groupBy(lines, (line) => line.holdId)
  return new Map(
    [...byHold].flatMap(([holdId, own]) => {
      const attendees = own.flatMap((line) => line.attendees)
      return attendees.length > 0
        ? [[holdId, sealer.seal(JSON.stringify(attendees), contextOf(attemptId, holdId))]]
        : []
    }),
  )
}

/** The attendees of an attempt by its holds. */
export async function openAttendees(
  tx: Tx,
  sealer: Sealer,
  attemptId: string,
): Promise<Map<string, AttendeeDetails[]>> {
  const rows = await tx
    .selectFrom('checkout_attempt_lines')
    .select(['hold_id', 'attendees'])
    .where('attempt_id', '=', attemptId)
    .where('attendees', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ hold_id, attendees }) =>
      // Only sealAttendees seals for this context, and nothing else opens.
      attendees
        ? [[hold_id, JSON.parse(sealer.open(attendees, contextOf(attemptId, hold_id))) as AttendeeDetails[]]]
        : [],
    ),
  )
}

export async function forgetAttendeesOfAttempt(tx: Reader, attemptId: string): Promise<void> {
  await tx
    .updateTable('checkout_attempt_lines')
    .set({ attendees: null })
    .where('attempt_id', '=', attemptId)
    .where('attendees', 'is not', null)
    .execute()
}
