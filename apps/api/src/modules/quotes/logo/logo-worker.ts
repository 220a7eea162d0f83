import { parentPort } from 'node:worker_threads'
import { PhotonImage, resize, SamplingFilter } from '@silvia-odwyer/photon-node'
import { postTo } from '../../../shared/thread-port.ts'

/** What the head of a quote and of its PDF has room for, at twice the pixels of a screen. */
const box = { width: 480, height: 160 }

// What cannot be decoded throws, and ends the thread: the decoder is not to be used again after that.
parentPort?.on('message', (bytes: Uint8Array) => {
  const image = PhotonImage.new_from_byteslice(bytes)
  const [width, height] = [image.get_width(), image.get_height()]
  const scale = Math.min(1, box.width / width, box.height / height)
  const fit = (length: number) => Math.max(1, Math.round(length * scale))
  const drawn = resize(image, fit(width), fit(height), SamplingFilter.Lanczos3)
  postTo(parentPort, drawn.get_bytes())
  drawn.free()
  image.free()
})
