import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import type { TicketContentType } from './ticket.ts'

/** A ticket is a page or a picture; what is larger is something else, and is refused. */
export const largestTicketFile = 10 * 1024 * 1024

// Of a pass, unpacked: far more than one holds, far less than a bomb would.
const largestPass = 50 * 1024 * 1024

export type FileVerdict = { ok: true; contentType: TicketContentType } | { ok: false; problem: string }

/** Whether the bytes are a ticket file, and of which kind: judged by what they hold, never by what they are called. */
export function judgeTicketFile(bytes: Uint8Array): FileVerdict {
  if (bytes.length === 0) return refused('is empty')
  if (bytes.length > largestTicketFile) return refused('is larger than 10 MB')
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.subarray(0, 5).toString('latin1') === '%PDF-') return judgePdf(file)
  if (file.subarray(0, 8).equals(pngHead)) return judgePng(file)
  if (file.subarray(0, 3).equals(jpegHead)) return judgeJpeg(file)
  if (file.subarray(0, 4).equals(zipHead)) return judgePass(file)
  return refused('is neither a PDF nor a PNG or JPEG picture nor a pkpass')
}

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const pngEnd = Buffer.from('IEND', 'latin1')
const jpegHead = Buffer.from([0xff, 0xd8, 0xff])
const jpegEnd = Buffer.from([0xff, 0xd9])
const zipHead = Buffer.from([0x50, 0x4b, 0x03, 0x04])

// Readers forgive bytes after the end of a file, some scanners and cameras add them.
const tail = (file: Buffer) => file.subarray(-1024)

function judgePdf(file: Buffer): FileVerdict {
  const end = tail(file).toString('latin1')
  return end.includes('%%EOF') && end.includes('startxref')
    ? { ok: true, contentType: 'application/pdf' }
    : refused('is a PDF without its end')
}

function judgePng(file: Buffer): FileVerdict {
  const isWhole = file.subarray(12, 16).toString('latin1') === 'IHDR' && tail(file).includes(pngEnd)
  return isWhole ? { ok: true, contentType: 'image/png' } : refused('is a PNG picture without its end')
}

function judgeJpeg(file: Buffer): FileVerdict {
  return tail(file).includes(jpegEnd)
    ? { ok: true, contentType: 'image/jpeg' }
    : refused('is a JPEG picture without its end')
}

/** A pass is a zip whose manifest names every file in it with its SHA-1, and which says in pass.json what it is. */
function judgePass(file: Buffer): FileVerdict {
  const files = unpack(file)
  if (!files) return refused('is a zip file that cannot be unpacked')
  const { 'pass.json': pass, 'manifest.json': manifest, ...others } = files
  if (!pass || !manifest) return refused('is a zip file without the pass.json and manifest.json of a pkpass')
  if (!('signature' in others)) return refused('is a pkpass that nobody has signed')
  const sums = objectIn(manifest)
  if (!objectIn(pass) || !sums) return refused('is a pkpass whose pass.json or manifest.json cannot be read')
  const wrong = Object.entries({ 'pass.json': pass, ...others }).find(
    ([name, content]) => name !== 'signature' && !name.endsWith('/') && sums[name] !== sha1(content),
  )
  return wrong
    ? refused(`is a pkpass whose manifest does not fit its ${wrong[0]}`)
    : { ok: true, contentType: 'application/vnd.apple.pkpass' }
}

function unpack(file: Buffer): Record<string, Uint8Array> | undefined {
  let total = 0
  try {
    return unzipSync(file, {
      filter: ({ originalSize }) => {
        total += originalSize
        if (total > largestPass) throw new Error('too much')
        return true
      },
    })
  } catch {
    // Whatever is wrong with it, it is no pass.
    return undefined
  }
}

function objectIn(json: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(json).toString('utf8'))
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const sha1 = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex')

const refused = (problem: string): FileVerdict => ({ ok: false, problem })
