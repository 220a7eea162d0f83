import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import type { TicketContentType } from './ticket.ts'

export const maxTicketFileBytes = 10 * 1024 * 1024

// Far above any real pass and far below a zip bomb.
const maxUnpackedPassBytes = 50 * 1024 * 1024
const maxPassFiles = 500

export type FileCheckResult = { ok: true; contentType: TicketContentType } | { ok: false; problem: string }

/** Detects the type of a ticket file by its content; its name is ignored. */
export function validateTicketFile(bytes: Uint8Array): FileCheckResult {
  if (bytes.length === 0) return invalid('is empty')
  if (bytes.length > maxTicketFileBytes) return invalid('is larger than 10 MB')
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.subarray(0, 5).toString('latin1') === '%PDF-') return checkPdf(file)
  if (file.subarray(0, 8).equals(pngHeader)) return checkPng(file)
  if (file.subarray(0, 3).equals(jpegHeader)) return checkJpeg(file)
  if (file.subarray(0, 4).equals(zipHeader)) return checkPass(file)
  return invalid('is neither a PDF nor a PNG, JPEG or pkpass file')
}

const pngHeader = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const pngEnd = Buffer.from('IEND', 'latin1')
const jpegHeader = Buffer.from([0xff, 0xd8, 0xff])
const jpegEnd = Buffer.from([0xff, 0xd9])
const zipHeader = Buffer.from([0x50, 0x4b, 0x03, 0x04])

// Tolerates trailing bytes, which some scanners and cameras append.
const tail = (file: Buffer) => file.subarray(-1024)

function checkPdf(file: Buffer): FileCheckResult {
  const end = tail(file).toString('latin1')
  return end.includes('%%EOF') && end.includes('startxref')
    ? { ok: true, contentType: 'application/pdf' }
    : invalid('is an incomplete PDF')
}

function checkPng(file: Buffer): FileCheckResult {
  const isComplete = file.subarray(12, 16).toString('latin1') === 'IHDR' && tail(file).includes(pngEnd)
  return isComplete ? { ok: true, contentType: 'image/png' } : invalid('is an incomplete PNG image')
}

function checkJpeg(file: Buffer): FileCheckResult {
  return tail(file).includes(jpegEnd)
    ? { ok: true, contentType: 'image/jpeg' }
    : invalid('is an incomplete JPEG image')
}

/** A pass is a zip with `pass.json` and a manifest that has the SHA-1 of every file. */
function checkPass(file: Buffer): FileCheckResult {
  const files = unpack(file)
  if (!files) return invalid('is a zip file that can’t be unpacked')
  const { 'pass.json': pass, 'manifest.json': manifest, ...others } = files
  if (!pass || !manifest) return invalid('is a zip file without the pass.json and manifest.json of a pkpass')
  if (!('signature' in others)) return invalid('is an unsigned pkpass')
  const checksums = parseJsonObject(manifest)
  if (!parseJsonObject(pass) || !checksums)
    return invalid('is a pkpass whose pass.json or manifest.json can’t be read')
  const mismatch = Object.entries({ 'pass.json': pass, ...others }).find(
    ([name, content]) => name !== 'signature' && !name.endsWith('/') && checksums[name] !== sha1(content),
  )
  return mismatch
    ? invalid(`is a pkpass whose manifest doesn’t match ${mismatch[0]}`)
    : { ok: true, contentType: 'application/vnd.apple.pkpass' }
}

/** The compression method of a file that is in a zip as it is. */
const stored = 0

function unpack(file: Buffer): Record<string, Uint8Array> | undefined {
  let bytes = 0
  let files = 0
  try {
    return unzipSync(file, {
      filter: ({ size, originalSize, compression }) => {
        // A stored file is copied by its packed size, whatever size it claims to unpack to.
        if (compression === stored && size !== originalSize) throw new Error('two sizes')
        bytes += Math.max(size, originalSize)
        files += 1
        if (bytes > maxUnpackedPassBytes || files > maxPassFiles) throw new Error('too large')
        return true
      },
    })
  } catch {
    // Any error means that the file is not a pass.
    return undefined
  }
}

function parseJsonObject(json: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(json).toString('utf8'))
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const sha1 = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex')

const invalid = (problem: string): FileCheckResult => ({ ok: false, problem })
