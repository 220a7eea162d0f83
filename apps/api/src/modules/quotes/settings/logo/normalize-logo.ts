import { AppError } from '#api/shared/app-error.ts'
import { createWorkerQueue } from '#api/shared/concurrency/worker-queue.ts'
import { readImageHeader } from './image-header.ts'
import { settingsErrors } from '../quote-settings.errors.ts'

/** About 64 MB when decoded. Larger images are no logos and may be decompression bombs. */
const maxPixels = 16_000_000

const normalizeInWorker = createWorkerQueue<Uint8Array, Uint8Array>(
  new URL('./logo-worker.ts', import.meta.url),
)

/**
 * Re-encodes the image as a PNG that fits the quote header, which drops everything else in the file.
 * @throws `quote.logo_invalid` unless it is a readable PNG, JPEG or WebP of an allowed size.
 */
export async function normalizeLogo(bytes: Uint8Array): Promise<Uint8Array> {
  const header = readImageHeader(bytes)
  if (!header) throw invalidLogo('must be a PNG, JPEG or WebP image without animation')
  const { width, height } = header
  if (width < 1 || height < 1 || width * height > maxPixels)
    throw invalidLogo('must have at most 16 million pixels')
  try {
    return await normalizeInWorker(bytes)
  } catch (error) {
    // A full worker queue is not an error of the image.
    if (error instanceof AppError) throw error
    throw invalidLogo('can’t be read as an image; the file may be damaged', error)
  }
}

function invalidLogo(reason: string, cause?: unknown) {
  return settingsErrors.make('quote.logo_invalid', {
    title: `Logo: ${reason}`,
    details: { fields: { base64: [reason] } },
    cause,
  })
}
