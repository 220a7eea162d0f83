import { createHash } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'

/** Files as sellers have them: as small as they can be and still be what they say. */

export const pdfFile = (content = 'seat 1'): Buffer =>
  Buffer.from(`%PDF-1.4\n% ${content}\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n`, 'latin1')

export const pngFile = (): Buffer =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

export const jpegFile = (): Buffer => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 2, 0xff, 0xd9])

/** `files` replace or add to what a good pass holds; undefined leaves one out. */
export function passFile(files: Record<string, string | undefined> = {}): Buffer {
  const content: Record<string, string | undefined> = {
    'pass.json': '{"formatVersion":1}',
    'icon.png': 'icon',
    ...files,
  }
  const sums = Object.entries(content).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, createHash('sha1').update(text).digest('hex')]],
  )
  const whole = { 'manifest.json': JSON.stringify(Object.fromEntries(sums)), signature: 'signed', ...content }
  return Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(whole).flatMap(([name, text]) => (text === undefined ? [] : [[name, strToU8(text)]])),
      ),
    ),
  )
}
