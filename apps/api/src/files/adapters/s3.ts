import type { Bucket } from '../../files-config.ts'
import type { FilesFailure, FileStore } from '../file-store.port.ts'
import { createDriveStore } from './drive-store.ts'

/** How long, in milliseconds, the store may be silent before a call is tried again, as it is twice. */
const patience = 10_000

/** Files in a bucket of S3, or of whatever else speaks its language. Nobody is ever given an address of it. */
export function createS3Store(
  { bucket, region, endpoint, accessKeyId, secretAccessKey, isNamedInPath }: Bucket,
  onFailure: (failure: FilesFailure) => void,
  { silentMs = patience }: { silentMs?: number } = {},
): FileStore {
  return createDriveStore(async () => {
    // Some 45 MB of memory, for those alone who have chosen it.
    const [{ Disk }, { S3Driver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/s3')])
    const driver = new S3Driver({
      bucket,
      region,
      ...(endpoint !== undefined && { endpoint }),
      forcePathStyle: isNamedInPath,
      credentials: { accessKeyId, secretAccessKey },
      visibility: 'private',
      // A bucket is closed by its own policy; newer ones refuse every word about single files.
      supportsACL: false,
      // What is sent is in the signature with its SHA-256; older stores know no other sums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      requestHandler: {
        connectionTimeout: Math.min(3000, silentMs),
        socketTimeout: silentMs,
        requestTimeout: 6 * silentMs,
        throwOnRequestTimeout: true,
      },
    })
    return new Disk(driver)
  }, onFailure)
}
