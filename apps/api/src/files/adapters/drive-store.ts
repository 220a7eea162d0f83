import type { Disk } from 'flydrive'
import { z } from 'zod'
import { fileErrors, keyOf, type FilesFailure, type FileStore } from '../file-store.port.ts'

/** Files by FlyDrive, which is loaded with all that it needs when the first file is read or written, and not before. */
export function createDriveStore(
  open: () => Promise<Disk>,
  onFailure: (failure: FilesFailure) => void,
): FileStore {
  let opened: Promise<Disk> | undefined
  async function ask<Answer>(
    call: FilesFailure['call'],
    work: (disk: Disk) => Promise<Answer>,
  ): Promise<Answer> {
    opened ??= open()
    try {
      return await work(await opened)
    } catch (error) {
      const reason = reasonOf(error)
      onFailure({ call, reason })
      throw fileErrors.make('files.unavailable', { cause: new Error(`${call}: ${reason}`) })
    }
  }
  return {
    async put(name, bytes, contentType) {
      const key = keyOf(name)
      await ask('put', (disk) => disk.put(key, bytes, { contentType }))
    },
    async get(name) {
      const key = keyOf(name)
      return ask('get', async (disk) => {
        try {
          return await disk.getBytes(key)
        } catch (error) {
          if (isMissing(error)) return undefined
          throw error
        }
      })
    },
    async remove(name) {
      const key = keyOf(name)
      await ask('remove', (disk) => disk.delete(key))
    },
  }
}

const answered = z.object({ $metadata: z.object({ httpStatusCode: z.number() }) })

/** In a word, what a disk or a bucket says of a failure, which FlyDrive wraps in an error of its own. */
function wordOf(error: unknown): { word: string; status: number | undefined } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return { word: 'Error', status: undefined }
  return {
    word: 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name,
    status: answered.safeParse(cause).data?.$metadata.httpStatusCode,
  }
}

// A bucket that does not exist is no missing file.
const isMissing = (error: unknown): boolean => ['ENOENT', 'NoSuchKey'].includes(wordOf(error).word)

function reasonOf(error: unknown): string {
  const { word, status } = wordOf(error)
  return status === undefined ? word : `${word} ${status}`
}
