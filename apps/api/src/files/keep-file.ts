import type { Db } from '../db/client.ts'
import type { FileStore } from './file-store.port.ts'
import { forgetUnclaimed, noteUnclaimed } from './unclaimed-files.repo.ts'

interface KeepDeps {
  db: Db
  files: FileStore
}

/**
 * Writes a file that a row is to name: note, file, row, in this order. Whatever dies between leaves a file that nobody meets and
 * the sweep takes, unless `claimFiles` has been called in the row's own transaction.
 */
export async function keepFile(
  { db, files }: KeepDeps,
  { name, bytes, contentType }: { name: string; bytes: Uint8Array; contentType: string },
): Promise<void> {
  await noteUnclaimed(db, name)
  await files.put(name, bytes, contentType)
}

/** Removes a file that certainly nobody has claimed. */
export async function discardFile({ db, files }: KeepDeps, name: string): Promise<void> {
  await files.remove(name)
  await forgetUnclaimed(db, name)
}
