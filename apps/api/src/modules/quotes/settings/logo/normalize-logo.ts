import { createWorkerQueue } from '#api/shared/concurrency/worker-queue.ts'
import { settingsErrors } from '../quote-settings.errors.ts'
import type { NormalizedLogo } from './logo-limits.ts'

const normalizeInWorker = createWorkerQueue<Uint8Array, NormalizedLogo>(
  new URL('./logo-worker.ts', import.meta.url),
)

/**
 * Re-encodes the image as a PNG that fits the quote header, which drops everything else in the file.
 * @throws `quote.logo_invalid` unless it is a readable PNG, JPEG or WebP of an allowed size.
 */
export async function normalizeLogo(bytes: Uint8Array): Promise<Uint8Array> {
  const logo = await normalizeInWorker(bytes)
  if ('bytes' in logo) return logo.bytes
  throw invalidLogo(reasons[logo.problem])
}

const reasons = {
  not_an_image: 'must be a PNG, JPEG or WebP image without animation',
  too_large: 'must have at most 16 million pixels',
  damaged: 'can’t be read as an image; the file may be damaged',
} as const

function invalidLogo(reason: string) {
  return settingsErrors.make('quote.logo_invalid', {
    title: `Logo: ${reason}`,
    details: { fields: { base64: [reason] } },
  })
}
