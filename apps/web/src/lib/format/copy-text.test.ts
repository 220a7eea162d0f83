import { expect, test, vi } from 'vitest'
import { copyableText, copyText } from './copy-text.ts'

test.each([
  ['Block 25,\n row 18', 'Block 25, row 18'],
  ['  Arsenal v Chelsea,\t\tLondon \r\n', 'Arsenal v Chelsea, London'],
  ['two\nlines', 'two\nlines'],
  [' https://terrace.example/quote/abc ', ' https://terrace.example/quote/abc '],
])('[FORMAT-05] %j is copied as %j: whitespace collapses only in texts with a comma', (text, copied) => {
  expect(copyableText(text)).toBe(copied)
})

test('[FORMAT-05] copies text with collapsed whitespace; a blocked clipboard is no error', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  expect(await copyText('one,\n two')).toBe(true)
  expect(writeText).toHaveBeenCalledWith('one, two')
  writeText.mockRejectedValue(new Error('forbidden'))
  expect(await copyText('one')).toBe(false)
  vi.stubGlobal('navigator', {})
  expect(await copyText('one')).toBe(false)
})
