import type { AttendeeDetails } from '@terrace/domain/people/attendee-details'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { PurchaseLine } from '../purchase.ts'

/*
 * Attendee details during a payment: encrypted in the attempt's lines, moved to the order if there is one, deleted
 * when the attempt ends.
 */

/** Returns the encrypted attendee details by hold id. Lines of one hold are concatenated in order. */
export function encryptAttendees(
  fieldCipher: FieldCipher,
  attemptId: string,
  lines: readonly PurchaseLine[],
): Map<string, Buffer> {
  const byHold = Map.groupBy(lines, (line) => line.holdId)
  return new Map(
    [...byHold].flatMap(([holdId, holdLines]) => {
      const attendees = holdLines.flatMap((line) => line.attendees)
      return attendees.length > 0
        ? [
            [
              holdId,
              fieldCipher.encrypt(
                JSON.stringify(attendees),
                encryptionContexts.attemptAttendees(attemptId, holdId),
              ),
            ],
          ]
        : []
    }),
  )
}

/** Returns the attendee details by hold id. */
export async function decryptAttendees(
  tx: Tx,
  fieldCipher: FieldCipher,
  attemptId: string,
): Promise<Map<string, AttendeeDetails[]>> {
  const rows = await tx
    .selectFrom('checkout_attempt_lines')
    .select(['hold_id', 'attendees'])
    .where('attempt_id', '=', attemptId)
    .where('attendees', 'is not', null)
    .execute()
  return decryptAttendeesOf(
    fieldCipher,
    attemptId,
    new Map(rows.flatMap(({ hold_id, attendees }) => (attendees ? [[hold_id, attendees]] : []))),
  )
}

/** Decrypts attendee details by hold id. */
export function decryptAttendeesOf(
  fieldCipher: FieldCipher,
  attemptId: string,
  encrypted: ReadonlyMap<string, Buffer>,
): Map<string, AttendeeDetails[]> {
  return new Map(
    [...encrypted].map(([holdId, attendees]) => [
      holdId,
      // Safe cast: only `encryptAttendees` writes data with this context.
      JSON.parse(
        fieldCipher.decrypt(attendees, encryptionContexts.attemptAttendees(attemptId, holdId)),
      ) as AttendeeDetails[],
    ]),
  )
}

export async function deleteAttemptAttendees(tx: DbOrTx, attemptId: string): Promise<void> {
  await tx
    .updateTable('checkout_attempt_lines')
    .set({ attendees: null })
    .where('attempt_id', '=', attemptId)
    .where('attendees', 'is not', null)
    .execute()
}
