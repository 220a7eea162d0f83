import { AppError } from '../../../shared/app-error.ts'
import { sideThread } from '../../../shared/side-thread.ts'
import { readPictureHead } from './picture-head.ts'
import { settingsErrors } from '../quote-settings.errors.ts'

/** Some 64 MB while it is decoded. No logo is larger; one that says so means harm or is a photograph. */
const mostPixels = 16_000_000

const redraw = sideThread<Uint8Array, Uint8Array>(new URL('./logo-worker.ts', import.meta.url))

/**
 * The picture drawn anew, as a PNG that fits the head of a quote: nothing else that the file held survives. Throws
 * `quote.logo_refused` where it is no PNG, JPEG or WebP, is too large or cannot be decoded.
 */
export async function redrawLogo(bytes: Uint8Array): Promise<Uint8Array> {
  const head = readPictureHead(bytes)
  if (!head) throw refused('must be a PNG, JPEG or WebP picture that does not move')
  const { width, height } = head
  if (width < 1 || height < 1 || width * height > mostPixels)
    throw refused('must be a picture of at most 16 million pixels')
  try {
    return await redraw(bytes)
  } catch (error) {
    // That too many wait says nothing of the picture.
    if (error instanceof AppError) throw error
    throw refused('cannot be read as a picture; the file may be damaged', error)
  }
}

function refused(why: string, cause?: unknown) {
  return settingsErrors.make('quote.logo_refused', {
    title: `Logo: ${why}`,
    details: { fields: { base64: [why] } },
    cause,
  })
}
