import { randomBytes } from 'node:crypto'
import type { Db } from '#api/db/client.ts'
import type { FileStore } from '#api/files/file-store.port.ts'
import { storeFile } from '#api/files/store-file.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import { createFieldCipher, DecryptionError, type FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { privacyErrors } from '../privacy.errors.ts'
import type { StoredExport } from './account-exports.repo.ts'

// The file store takes whole files, so a large ZIP file is stored in parts of this size.
const partBytes = 4 * 1024 * 1024

export const partName = (fileId: string, part: number): string => `exports/${fileId}/${part}`

/**
 * Encrypts and stores chunks as parts that no row has claimed yet. Each file has a key of its own, so that it is unreadable
 * as soon as the row with the key is gone. `onPart` runs before each part and may throw to stop.
 */
export async function storeParts(
  deps: { db: Db; files: FileStore; fieldCipher: FieldCipher },
  { id, fileId, chunks }: { id: string; fileId: string; chunks: AsyncIterable<Uint8Array> },
  onPart: () => Promise<void>,
): Promise<Omit<StoredExport, 'fileId'>> {
  const key = randomBytes(32)
  const cipher = createFieldCipher([{ id: 1, key }])
  let parts = 0
  let size = 0
  const store = async (content: Uint8Array) => {
    await onPart()
    const name = partName(fileId, parts)
    const bytes = cipher.encrypt(content, name)
    await storeFile(deps, { name, bytes, contentType: 'application/octet-stream' })
    parts += 1
    size += content.length
  }
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  for await (const chunk of chunks) {
    pending.push(chunk)
    pendingBytes += chunk.length
    if (pendingBytes < partBytes) continue
    await store(Buffer.concat(pending))
    pending = []
    pendingBytes = 0
  }
  if (pendingBytes > 0) await store(Buffer.concat(pending))
  return { encryptedKey: deps.fieldCipher.encrypt(key, encryptionContexts.accountExportKey(id)), parts, size }
}

/**
 * The chunks of a stored file, one part in memory at a time.
 * @throws `privacy.export_unavailable` if its key or a part is lost; `files.unavailable`
 */
export async function* readParts(
  { files, fieldCipher }: { files: FileStore; fieldCipher: FieldCipher },
  { id, fileId, encryptedKey, parts }: StoredExport & { id: string },
): AsyncGenerator<Uint8Array> {
  try {
    const key = fieldCipher.decryptBytes(encryptedKey, encryptionContexts.accountExportKey(id))
    const cipher = createFieldCipher([{ id: 1, key }])
    for (let part = 0; part < parts; part += 1) {
      const name = partName(fileId, part)
      const bytes = await files.get(name)
      if (!bytes) throw privacyErrors.make('privacy.export_unavailable')
      yield cipher.decryptBytes(Buffer.from(bytes), name)
    }
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error
    throw privacyErrors.make('privacy.export_unavailable', { cause: error })
  }
}
