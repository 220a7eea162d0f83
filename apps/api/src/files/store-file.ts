import type { Db } from '#api/db/client.ts'
import type { FileStore } from './file-store.port.ts'
import { deleteUnclaimed, recordUnclaimed } from './unclaimed-files.repo.ts'

interface StoreFileDeps {
  db: Db
  files: FileStore
}

/**
 * Stores a file before the row that references it. A crash in between leaves an orphan that the sweeper deletes; call
 * `claimFiles` in the row's transaction to prevent that.
 */
export async function storeFile(
  { db, files }: StoreFileDeps,
  { name, bytes, contentType }: { name: string; bytes: Uint8Array; contentType: string },
): Promise<void> {
  await recordUnclaimed(db, name)
  await files.put(name, bytes, contentType)
}

/** Removes a file that no row has claimed. */
export async function discardFile({ db, files }: StoreFileDeps, name: string): Promise<void> {
  await files.remove(name)
  await deleteUnclaimed(db, name)
}
