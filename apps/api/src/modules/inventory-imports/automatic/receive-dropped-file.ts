import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { serverActor } from '#api/audit/actor.ts'
import { AppError } from '#api/shared/app-error.ts'
import type { ImportDeps } from '../imports/import-deps.ts'
import { receiveFile } from '../imports/receive-file.ts'
import { unlessGone } from './move-dropped-files.ts'

/** A file that was written to within this time may not be complete yet. */
export const settleMs = 5000

/** Stores a file and queues its import. Returns why it is refused, if it is; a file that is still written to waits. */
export async function receiveDroppedFile(
  deps: ImportDeps,
  { teamId, profileId }: { teamId: string; profileId: string },
  { path, name, sourceKey }: { path: string; name: string; sourceKey: string },
): Promise<string | undefined> {
  // A link that took the place of the file is not followed, and a pipe does not block.
  const file = await unlessGone(open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK))
  if (!file) return undefined
  try {
    const found = await file.stat()
    if (!found.isFile() || found.nlink > 1)
      return 'This is a link. Copy the file itself, and rename it into the folder'
    const { mtime, size } = found
    if (Date.now() - mtime.getTime() < settleMs) return undefined
    await receiveFile(deps, {
      teamId,
      profileId,
      fileName: name,
      madeAt: mtime,
      eventId: null,
      actor: { ...serverActor, teamId },
      chunks: unchangedBytes(file, { mtimeMs: mtime.getTime(), size }),
      expectedBytes: size,
      source: 'drop',
      sourceKey,
    })
    return undefined
  } catch (error) {
    if (error instanceof ChangedWhileRead) return undefined
    if (error instanceof AppError && quotaCodes.has(error.code)) return undefined
    // The store or the database failed: the file stays, and is received later.
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return error.title
  } finally {
    await file.close()
  }
}

/** The file stays, and is received when the team has room again. */
const quotaCodes: ReadonlySet<string> = new Set([
  'inventory_import.too_many_waiting',
  'inventory_import.storage_full',
])

class ChangedWhileRead extends Error {}

/** @throws `ChangedWhileRead` when the file is written to while it is read; nothing of it is stored then */
async function* unchangedBytes(
  file: FileHandle,
  before: { mtimeMs: number; size: number },
): AsyncGenerator<Uint8Array> {
  yield* file.createReadStream({ autoClose: false })
  const after = await file.stat()
  if (Math.floor(after.mtimeMs) !== before.mtimeMs || after.size !== before.size) throw new ChangedWhileRead()
}
