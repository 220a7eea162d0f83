import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readOrCreateSecrets } from './secrets-file.ts'

/** An encryption key; each ciphertext starts with the id of its key. */
export interface DataKey {
  /** 1 to 255. */
  id: number
  /** 32 bytes. */
  key: Buffer
}

/** Encrypts personal data at rest, so a database dump reveals nothing (product.md §12.7). */
export interface FieldCipher {
  /**
   * `context` names the storage location, such as `order_lines.attendees:oln_1`. The ciphertext decrypts in no other
   * context.
   */
  encrypt(content: string | Uint8Array, context: string): Buffer
  /** @throws {DecryptionError} for anything but a ciphertext of this context */
  decrypt(bytes: Buffer, context: string): string
  /** Like {@link decrypt}, for content that is no text. */
  decryptBytes(bytes: Buffer, context: string): Buffer
  /** Returns `undefined` and logs an error instead of throwing, for optional data. */
  tryDecrypt(bytes: Buffer, context: string): string | undefined
}

/** The ciphertext was modified, belongs to another context, or uses an unknown key. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError'
}

const cipherName = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16
// Key id, nonce, tag, ciphertext.
const headerLength = 1 + nonceLength + tagLength

/** AES-256-GCM with a random nonce. The first key encrypts; the others only decrypt, for key rotation. */
export function createFieldCipher(
  [current, ...older]: readonly DataKey[],
  onDecryptionError: (error: DecryptionError, context: string) => void = () => {},
): FieldCipher {
  if (!current) throw new Error('a field cipher needs at least one key')
  const keys = new Map([current, ...older].map(({ id, key }) => [id, key]))
  const fieldCipher: FieldCipher = {
    encrypt(content, context) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(cipherName, current.key, nonce, { authTagLength: tagLength })
      cipher.setAAD(Buffer.from(context))
      const encrypted = Buffer.concat([cipher.update(Buffer.from(content)), cipher.final()])
      return Buffer.concat([Buffer.of(current.id), nonce, cipher.getAuthTag(), encrypted])
    },
    decrypt: (bytes, context) => fieldCipher.decryptBytes(bytes, context).toString('utf8'),
    decryptBytes(bytes, context) {
      const key = keys.get(bytes[0] ?? 0)
      if (!key || bytes.length < headerLength) throw new DecryptionError('encrypted with an unknown key')
      const nonce = bytes.subarray(1, 1 + nonceLength)
      const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagLength })
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(1 + nonceLength, headerLength))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(headerLength)), decipher.final()])
      } catch (error) {
        throw new DecryptionError(`not encrypted for ${context}`, { cause: error })
      }
    },
    tryDecrypt(bytes, context) {
      try {
        return fieldCipher.decrypt(bytes, context)
      } catch (error) {
        if (!(error instanceof DecryptionError)) throw error
        onDecryptionError(error, context)
        return undefined
      }
    },
  }
  return fieldCipher
}

/** Reads this installation's key from the data folder, or generates it on the first start. */
export function readOrCreateDataKeys(dataFolder: string): DataKey[] {
  const { key } = readOrCreateSecrets(join(dataFolder, 'data-key.json'), {
    schema: z.object({ key: z.string().regex(/^[0-9a-f]{64}$/) }),
    make: () => ({ key: randomBytes(32).toString('hex') }),
  })
  return [{ id: 1, key: Buffer.from(key, 'hex') }]
}
