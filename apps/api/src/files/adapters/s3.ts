import type { Bucket } from '#api/config/files.ts'
import type { FileStoreFailure, FileStore } from '../file-store.port.ts'
import { createFlyDriveStore } from './flydrive-store.ts'

/** Milliseconds without a response before a call is retried, twice at most. */
const defaultIdleTimeoutMs = 10_000

/** Stores files in an S3-compatible bucket. Clients never receive a URL of the bucket. */
export function createS3Store(
  { bucket, region, endpoint, accessKeyId, secretAccessKey, forcePathStyle }: Bucket,
  onFailure: (failure: FileStoreFailure) => void,
  { idleTimeoutMs = defaultIdleTimeoutMs }: { idleTimeoutMs?: number } = {},
): FileStore {
  return createFlyDriveStore(async () => {
    // Loaded on demand: the S3 client takes about 45 MB of memory.
    const [{ Disk }, { S3Driver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/s3')])
    const driver = new S3Driver({
      bucket,
      region,
      ...(endpoint !== undefined && { endpoint }),
      forcePathStyle,
      credentials: { accessKeyId, secretAccessKey },
      visibility: 'private',
      // Access is controlled by the bucket's policy; newer buckets reject ACLs.
      supportsACL: false,
      // The signature covers the body's SHA-256; older stores support no other checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      requestHandler: {
        connectionTimeout: Math.min(3000, idleTimeoutMs),
        socketTimeout: idleTimeoutMs,
        requestTimeout: 6 * idleTimeoutMs,
        throwOnRequestTimeout: true,
      },
    })
    return new Disk(driver)
  }, onFailure)
}
