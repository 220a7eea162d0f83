import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'

/** A team's client book, locked against other changes. */
export interface LockedBook {
  teamId: string
  /** A keyed hash, ignoring case, that only this installation can compute. */
  hash(text: string): Buffer
}

/**
 * Creates the team's book on first use and locks it for this transaction, so that limits, duplicates and proposals are
 * decided one at a time. A hash key that can no longer be decrypted is replaced.
 */
export async function lockBook(tx: Tx, fieldCipher: FieldCipher, teamId: string): Promise<LockedBook> {
  const context = encryptionContexts.clientHashKey(teamId)
  const newKey = () => fieldCipher.encrypt(randomBytes(32).toString('hex'), context)
  const { encrypted_hash_key: stored } = await tx
    .insertInto('client_books')
    .values({ team_id: teamId, encrypted_hash_key: newKey() })
    .onConflict((conflict) => conflict.column('team_id').doUpdateSet({ team_id: sql`excluded.team_id` }))
    .returning('encrypted_hash_key')
    .executeTakeFirstOrThrow()
  const key =
    fieldCipher.tryDecrypt(stored, context) ?? (await replaceKey(tx, fieldCipher, { teamId, newKey }))
  return {
    teamId,
    hash: (text) => createHmac('sha256', Buffer.from(key, 'hex')).update(text.toLowerCase()).digest(),
  }
}

async function replaceKey(
  tx: Tx,
  fieldCipher: FieldCipher,
  { teamId, newKey }: { teamId: string; newKey: () => Buffer },
): Promise<string> {
  const encrypted = newKey()
  await tx
    .updateTable('client_books')
    .set({ encrypted_hash_key: encrypted })
    .where('team_id', '=', teamId)
    .execute()
  return fieldCipher.decrypt(encrypted, encryptionContexts.clientHashKey(teamId))
}
