import type { Db } from '../db/client.ts'
import type { FileStore } from './file-store.port.ts'
import { discardFile } from './keep-file.ts'
import { condemnUnclaimed } from './unclaimed-files.repo.ts'

/**
 * Removes the files that a crash, or a transaction that failed, has left to nobody. It goes by what was noted before each was
 * written and never by what the store holds: a database that was set back, or another one on the same store, costs no file.
 * Answers how many.
 */
export async function sweepFiles(deps: { db: Db; files: FileStore }): Promise<number> {
  const names = await condemnUnclaimed(deps.db)
  for (const name of names) await discardFile(deps, name)
  return names.length
}
