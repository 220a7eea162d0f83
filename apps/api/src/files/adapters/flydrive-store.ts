import type { Disk } from 'flydrive'
import { z } from 'zod'
import { fileErrors, storageKeyOf, type FileStoreFailure, type FileStore } from '../file-store.port.ts'

/** Stores files through FlyDrive, which is loaded on first use. */
export function createFlyDriveStore(
  open: () => Promise<Disk>,
  onFailure: (failure: FileStoreFailure) => void,
): FileStore {
  let opened: Promise<Disk> | undefined
  async function runOperation<Result>(
    call: FileStoreFailure['call'],
    work: (disk: Disk) => Promise<Result>,
  ): Promise<Result> {
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
      const key = storageKeyOf(name)
      await runOperation('put', (disk) => disk.put(key, bytes, { contentType }))
    },
    async get(name) {
      const key = storageKeyOf(name)
      return runOperation('get', async (disk) => {
        try {
          return await disk.getBytes(key)
        } catch (error) {
          if (isMissing(error)) return undefined
          throw error
        }
      })
    },
    async remove(name) {
      const key = storageKeyOf(name)
      await runOperation('remove', (disk) => disk.delete(key))
    },
  }
}

const awsError = z.object({ $metadata: z.object({ httpStatusCode: z.number() }) })

/** Error code of the disk or bucket, which FlyDrive wraps in its own error. */
function errorCodeOf(error: unknown): { code: string; status: number | undefined } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return { code: 'Error', status: undefined }
  return {
    code: 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name,
    status: awsError.safeParse(cause).data?.$metadata.httpStatusCode,
  }
}

// `NoSuchBucket` is a configuration error, not a missing file.
const isMissing = (error: unknown): boolean => ['ENOENT', 'NoSuchKey'].includes(errorCodeOf(error).code)

function reasonOf(error: unknown): string {
  const { code, status } = errorCodeOf(error)
  return status === undefined ? code : `${code} ${status}`
}
