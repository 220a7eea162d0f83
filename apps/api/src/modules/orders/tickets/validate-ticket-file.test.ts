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
