import type { SavedPersonDetails } from '@terrace/contracts/saved-people'
import { lockUntilEnd } from '#api/db/advisory-lock.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'

export interface SavedPerson {
  id: string
  details: SavedPersonDetails
  lastUsedAt: Date
}

/** The team's people by name, without those whose details cannot be decrypted; the cipher logs them. */
export async function readSavedPeople(
  db: DbOrTx,
  fieldCipher: FieldCipher,
  teamId: string,
): Promise<SavedPerson[]> {
  const rows = await db
    .selectFrom('saved_people')
    .select(['id', 'encrypted_details', 'last_used_at'])
    .where('team_id', '=', teamId)
    .execute()
  const people = rows.flatMap(({ id, encrypted_details: ciphertext, last_used_at: lastUsedAt }) => {
    const text = fieldCipher.tryDecrypt(ciphertext, encryptionContexts.savedPerson(id))
    // Safe cast: only `putSavedPerson` writes data with this context.
    return text === undefined ? [] : [{ id, details: JSON.parse(text) as SavedPersonDetails, lastUsedAt }]
  })
  return people.toSorted((left, right) => nameOf(left).localeCompare(nameOf(right)))
}

const nameOf = ({ details: { first_name: first, last_name: last } }: SavedPerson) => `${last} ${first}`

/** Serializes the saves of a team, so that two cannot add the same person or exceed the limit. */
export async function lockSavedPeople(tx: Tx, teamId: string): Promise<void> {
  await lockUntilEnd(tx, `saved_people:${teamId}`)
}

/** Inserts the person or replaces the details of the one with this id. */
export async function putSavedPerson(
  tx: Tx,
  fieldCipher: FieldCipher,
  { id, teamId, details, now }: { id: string; teamId: string; details: SavedPersonDetails; now: Date },
): Promise<void> {
  const ciphertext = fieldCipher.encrypt(JSON.stringify(details), encryptionContexts.savedPerson(id))
  await tx
    .insertInto('saved_people')
    .values({ id, team_id: teamId, encrypted_details: ciphertext, created_at: now, last_used_at: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ encrypted_details: ciphertext, last_used_at: now }),
    )
    .execute()
}

/** False when the team has no such person. */
export async function touchSavedPerson(
  db: DbOrTx,
  { teamId, id, now }: { teamId: string; id: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_people')
    .set({ last_used_at: now })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False when the team has no such person. */
export async function deleteSavedPerson(
  db: DbOrTx,
  { teamId, id }: { teamId: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_people')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
