import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'

/**
 * The key, in hexadecimal, of the hashes of barcodes. It is created on first use; one that can no longer be decrypted is
 * replaced, and hashes from before match nothing.
 */
export async function readBarcodeKey({
  db,
  fieldCipher,
}: {
  db: Db
  fieldCipher: Pick<FieldCipher, 'encrypt' | 'tryDecrypt'>
}): Promise<string> {
  const context = encryptionContexts.barcodeKey()
  const newKey = () => fieldCipher.encrypt(randomBytes(32).toString('hex'), context)
  const { encrypted_key: stored } = await db
    .insertInto('barcode_keys')
    .values({ encrypted_key: newKey() })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ is_only: sql`excluded.is_only` }))
    .returning('encrypted_key')
    .executeTakeFirstOrThrow()
  return fieldCipher.tryDecrypt(stored, context) ?? (await replaceKey(db, fieldCipher, newKey()))
}

async function replaceKey(
  db: Db,
  fieldCipher: Pick<FieldCipher, 'tryDecrypt'>,
  encrypted: Buffer,
): Promise<string> {
  await db.updateTable('barcode_keys').set({ encrypted_key: encrypted }).execute()
  const key = fieldCipher.tryDecrypt(encrypted, encryptionContexts.barcodeKey())
  if (key === undefined) throw new Error('a key that was just encrypted cannot be decrypted')
  return key
}
