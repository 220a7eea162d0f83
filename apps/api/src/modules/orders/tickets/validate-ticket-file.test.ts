import { expect, test } from 'vitest'
import { jpegFile, passFile, pdfFile, pngFile } from '#api/test/fixtures/ticket-files.ts'
import { validateTicketFile, maxTicketFileBytes } from './validate-ticket-file.ts'

test.each([
  ['application/pdf', pdfFile()],
  ['image/png', pngFile()],
  ['image/jpeg', jpegFile()],
  ['application/vnd.apple.pkpass', passFile()],
])('detects %s by content', (contentType, bytes) => {
  expect(validateTicketFile(bytes)).toEqual({ ok: true, contentType })
})

test.each([
  ['nothing', Buffer.alloc(0), 'is empty'],
  ['an HTML page', Buffer.from('<html><script>alert(1)</script></html>'), 'is neither'],
  ['HTML that mentions PDF', Buffer.from('<html>%PDF-1.4 startxref %%EOF'), 'is neither'],
  ['a truncated PDF', pdfFile().subarray(0, 20), 'is an incomplete PDF'],
  ['a truncated PNG', pngFile().subarray(0, 40), 'is an incomplete PNG image'],
  ['a truncated JPEG', jpegFile().subarray(0, 5), 'is an incomplete JPEG image'],
  ['a truncated zip', passFile().subarray(0, 60), 'can’t be unpacked'],
  ['a zip that is not a pass', passFile({ 'pass.json': undefined }), 'without the pass.json'],
  ['a pass without a manifest', passFile({ 'manifest.json': undefined }), 'without the pass.json'],
  ['an unsigned pass', passFile({ signature: undefined }), 'is an unsigned pkpass'],
  ['a pass with a broken manifest', passFile({ 'manifest.json': '{' }), 'can’t be read'],
  [
    'a pass with a file missing in its manifest',
    passFile({ 'manifest.json': '{}' }),
    'doesn’t match pass.json',
  ],
  [
    'a file above the size limit',
    Buffer.concat([pdfFile(), Buffer.alloc(maxTicketFileBytes), pdfFile()]),
    'larger than 10 MB',
  ],
])('rejects %s and names the problem', (_name, bytes, problem) => {
  expect(validateTicketFile(bytes)).toMatchObject({ ok: false, problem: expect.stringContaining(problem) })
})

test('rejects a zip bomb before unpacking it', () => {
  const bomb = passFile({ 'strip.png': '0'.repeat(60 * 1024 * 1024) })
  expect(bomb.length).toBeLessThan(maxTicketFileBytes)
  expect(validateTicketFile(bomb)).toMatchObject({
    ok: false,
    problem: 'is a zip file that can’t be unpacked',
  })
})

/** A zip whose directory lists one stored file many times, each time under another name and with these sizes. */
function zipOfOneFile({
  bytes,
  times,
  originalSize,
}: {
  bytes: number
  times: number
  originalSize: number
}) {
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt32LE(bytes, 18)
  local.writeUInt32LE(bytes, 22)
  const entries = Array.from({ length: times }, (_, number) => {
    const name = Buffer.from(String(number))
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt32LE(bytes, 20)
    entry.writeUInt32LE(originalSize, 24)
    entry.writeUInt16LE(name.length, 28)
    return Buffer.concat([entry, name])
  })
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(times, 8)
  end.writeUInt16LE(times, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(local.length + bytes, 16)
  return Buffer.concat([local, Buffer.alloc(bytes), directory, end])
}

test.each([
  ['whose entries claim to be empty', { bytes: 4_000_000, times: 200, originalSize: 0 }],
  ['whose one entry claims another size', { bytes: 100, times: 1, originalSize: 90 }],
  ['that lists one large file many times', { bytes: 4_000_000, times: 200, originalSize: 4_000_000 }],
  ['with thousands of entries', { bytes: 10, times: 5000, originalSize: 10 }],
])('a zip %s is refused before its files are copied', (_name, zip) => {
  const bomb = zipOfOneFile(zip)
  expect(bomb.length).toBeLessThan(maxTicketFileBytes)
  const before = process.memoryUsage().arrayBuffers
  expect(validateTicketFile(bomb)).toMatchObject({
    ok: false,
    problem: 'is a zip file that can’t be unpacked',
  })
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60 * 1024 * 1024)
})

test('a zip whose directory is sound is unpacked', () => {
  expect(validateTicketFile(zipOfOneFile({ bytes: 100, times: 3, originalSize: 100 }))).toMatchObject({
    problem: expect.stringContaining('without the pass.json'),
  })
})
