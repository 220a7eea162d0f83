import { parentPort } from 'node:worker_threads'
import { PhotonImage, resize, SamplingFilter } from '@silvia-odwyer/photon-node'
import { postTo } from '#api/shared/concurrency/thread-port.ts'

/** Space for the logo on the quote page and PDF, at twice the screen resolution. */
const maxSize = { width: 480, height: 160 }

// A decoding error ends the thread, because the decoder must not be reused after one.
parentPort?.on('message', (bytes: Uint8Array) => {
  const image = PhotonImage.new_from_byteslice(bytes)
  const [width, height] = [image.get_width(), image.get_height()]
  const scale = Math.min(1, maxSize.width / width, maxSize.height / height)
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  const resized = resize(image, scaled(width), scaled(height), SamplingFilter.Lanczos3)
  postTo(parentPort, resized.get_bytes())
  resized.free()
  image.free()
})
