import type { Db } from '#api/db/client.ts'
import type { FileStore } from '#api/files/file-store.port.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { Ids } from '#api/shared/ids.ts'

export interface ImportDeps {
  db: Db
  files: FileStore
  clock: Clock
  ids: Ids
  /** Encrypts the key of the hashes of barcodes. */
  fieldCipher: Pick<FieldCipher, 'encrypt' | 'tryDecrypt'>
}
