import type { Db } from '#api/db/client.ts'
import { DecryptionError, type FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { encryptedColumns, type EncryptedColumn } from './encrypted-columns.ts'
import { readEncryptedValues, replaceEncryptedValues, type EncryptedValue } from './encrypted-values.repo.ts'

const batchSize = 500

export interface ReEncrypted {
  changed: number
  /** Values that no configured key decrypts; they stay as they are. */
  unreadable: number
}

/**
 * Encrypts every value of an older key with `keyId`, the key that `cipher` encrypts with. Runs next to the server and can
 * be interrupted: each batch is one statement, and values that changed meanwhile are left to their new content.
 */
export async function reEncrypt(
  { db, cipher }: { db: Db; cipher: FieldCipher },
  { keyId, onProgress }: { keyId: number; onProgress: (read: number) => void },
): Promise<ReEncrypted> {
  const result: ReEncrypted = { changed: 0, unreadable: 0 }
  let read = 0
  for (const column of encryptedColumns) {
    let after: readonly string[] | undefined
    do {
      const values = await readEncryptedValues(db, column, { after, limit: batchSize })
      const older = values.filter(({ bytes }) => bytes[0] !== keyId)
      const replacements = older.flatMap((value) => withReplacement(cipher, column, value) ?? [])
      result.unreadable += older.length - replacements.length
      if (replacements.length > 0) result.changed += await replaceEncryptedValues(db, column, replacements)
      read += values.length
      onProgress(read)
      after = values.length < batchSize ? undefined : values.at(-1)?.keys
    } while (after)
  }
  return result
}

function withReplacement(
  cipher: FieldCipher,
  { contextOf }: EncryptedColumn,
  value: EncryptedValue,
): (EncryptedValue & { replacement: Buffer }) | undefined {
  const context = contextOf(...value.keys)
  try {
    return { ...value, replacement: cipher.encrypt(cipher.decrypt(value.bytes, context), context) }
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error
    return undefined
  }
}
