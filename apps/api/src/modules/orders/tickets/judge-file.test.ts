import { expect, test } from 'vitest'
import { jpegFile, passFile, pdfFile, pngFile } from '../../../test/ticket-files.ts'
import { judgeTicketFile, largestTicketFile } from './judge-file.ts'

test.each([
  ['application/pdf', pdfFile()],
  ['image/png', pngFile()],
  ['image/jpeg', jpegFile()],
  ['application/vnd.apple.pkpass', passFile()],
])('a file is taken for %s by what it holds', (contentType, bytes) => {
  expect(judgeTicketFile(bytes)).toEqual({ ok: true, contentType })
})

test.each([
  ['nothing', Buffer.alloc(0), 'is empty'],
  ['a page of HTML', Buffer.from('<html><script>alert(1)</script></html>'), 'is neither'],
  ['HTML that says PDF later', Buffer.from('<html>%PDF-1.4 startxref %%EOF'), 'is neither'],
  ['half a PDF', pdfFile().subarray(0, 20), 'is a PDF without its end'],
  ['half a picture', pngFile().subarray(0, 40), 'is a PNG picture without its end'],
  ['half a photograph', jpegFile().subarray(0, 5), 'is a JPEG picture without its end'],
  ['half a zip', passFile().subarray(0, 60), 'cannot be unpacked'],
  ['a zip of something else', passFile({ 'pass.json': undefined }), 'without the pass.json'],
  ['a pass without a manifest', passFile({ 'manifest.json': undefined }), 'without the pass.json'],
  ['a pass that nobody signed', passFile({ signature: undefined }), 'nobody has signed'],
  ['a pass with a broken manifest', passFile({ 'manifest.json': '{' }), 'cannot be read'],
  [
    'a pass with a file that its manifest does not name',
    passFile({ 'manifest.json': '{}' }),
    'does not fit its pass.json',
  ],
  [
    'a file that is too large',
    Buffer.concat([pdfFile(), Buffer.alloc(largestTicketFile), pdfFile()]),
    'larger than 10 MB',
  ],
])('%s is refused, with what is wrong', (_name, bytes, problem) => {
  expect(judgeTicketFile(bytes)).toMatchObject({ ok: false, problem: expect.stringContaining(problem) })
})

test('a zip that unpacks to far more than a pass is refused before it is unpacked', () => {
  const bomb = passFile({ 'strip.png': '0'.repeat(60 * 1024 * 1024) })
  expect(bomb.length).toBeLessThan(largestTicketFile)
  expect(judgeTicketFile(bomb)).toMatchObject({ ok: false, problem: 'is a zip file that cannot be unpacked' })
})
