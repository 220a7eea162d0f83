import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import { postTo } from '#api/shared/concurrency/thread-port.ts'
import { maxPixels, type NormalizedLogo } from './logo-limits.ts'

/** Space for the logo on the quote page and PDF, at twice the screen resolution. */
const maxSize = { width: 480, height: 160 }

// Nothing but these decoders reads what users upload.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] })
sharp.concurrency(1)
sharp.cache(false)

const types = new Set<unknown>(['png', 'jpeg', 'webp'])

async function normalize(bytes: Uint8Array): Promise<NormalizedLogo> {
  let image
  let header
  try {
    image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    header = await image.metadata()
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes('exceeds pixel limit')
    return { problem: isTooLarge ? 'too_large' : 'not_an_image' }
  }
  const { format, pages = 1, width, height } = header
  if (!types.has(format) || pages > 1) return { problem: 'not_an_image' }
  if (width * height > maxPixels) return { problem: 'too_large' }
  try {
    // Turns photos upright. Without further options, nothing but the pixels is kept.
    const upright = image.autoOrient().resize({ ...maxSize, fit: 'inside', withoutEnlargement: true })
    return { bytes: await upright.toColourspace('srgb').png().timeout({ seconds: 10 }).toBuffer() }
  } catch {
    return { problem: 'damaged' }
  }
}

parentPort?.on('message', (bytes: Uint8Array) => {
  void normalize(bytes).then((logo) => postTo(parentPort, logo))
})
