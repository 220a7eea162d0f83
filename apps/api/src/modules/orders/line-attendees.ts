import type { AttendeeDetails } from '@terrace/domain/people/attendee-details'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'

/** Attendee data as a line stores it (product.md §12.7). */
export function encryptLineAttendees(
  fieldCipher: FieldCipher,
  { id, attendees }: { id: string; attendees: readonly AttendeeDetails[] },
): Buffer {
  return fieldCipher.encrypt(JSON.stringify(attendees), encryptionContexts.orderLineAttendees(id))
}

/** Stores attendee data encrypted. */
export async function saveAttendees(
  tx: Tx,
  fieldCipher: FieldCipher,
  lines: readonly { id: string; attendees: readonly AttendeeDetails[] }[],
): Promise<void> {
  for (const { id, attendees } of lines) {
    if (attendees.length === 0) continue
    await tx
      .updateTable('order_lines')
      .set({ attendees: encryptLineAttendees(fieldCipher, { id, attendees }) })
      .where('id', '=', id)
      .execute()
  }
}

/**
 * Attendees per line, in ticket order. Lines without attendee data are missing, as are those whose data was purged or
 * can't be decrypted.
 */
export async function readAttendees(
  db: DbOrTx,
  fieldCipher: FieldCipher,
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
      const text = attendees && fieldCipher.tryDecrypt(attendees, encryptionContexts.orderLineAttendees(id))
      // Only `encryptLineAttendees` encrypts for this context, so decrypted text always has this shape.
      return text ? [[id, JSON.parse(text) as AttendeeDetails[]]] : []
    }),
  )
}
