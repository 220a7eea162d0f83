import type { Db } from '#api/db/client.ts'
import type { FileStore } from './file-store.port.ts'
import { discardFile } from './store-file.ts'
import { markForDeletion } from './unclaimed-files.repo.ts'

/**
 * Deletes files left by a crash or a failed transaction and returns how many. It trusts the records written
 * before each file, not the store's listing, so a restored database or a shared store loses no file.
 */
export async function sweepFiles(deps: { db: Db; files: FileStore }): Promise<number> {
  const names = await markForDeletion(deps.db)
  for (const name of names) await discardFile(deps, name)
  return names.length
}
