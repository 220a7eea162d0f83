import { expect, test, vi } from 'vitest'
import { copyableText, copyLoadedText, copyText, type CopySource } from './copy-text.ts'

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

/** A browser that, like Safari, accepts a write only while `isPressed`, and reads a promised text later. */
function mockPressOnlyClipboard() {
  const state = { isPressed: true, copied: '' }
  class FakeClipboardItem {
    private readonly items: Record<string, Promise<Blob>>
    constructor(items: Record<string, Promise<Blob>>) {
      this.items = items
    }
    getType(type: string): Promise<Blob> {
      return this.items[type] ?? Promise.reject(new Error('not found'))
    }
  }
  const allowed = () => (state.isPressed ? Promise.resolve() : Promise.reject(new Error('forbidden')))
  vi.stubGlobal('ClipboardItem', FakeClipboardItem)
  vi.stubGlobal('navigator', {
    clipboard: {
      writeText: async (text: string) => {
        await allowed()
        state.copied = text
      },
      write: async ([item]: FakeClipboardItem[]) => {
        await allowed()
        const blob = await item?.getType('text/plain')
        state.copied = (await blob?.text()) ?? ''
      },
    },
  })
  return state
}

test('a text that loads after the press is copied where only a press may write', async () => {
  const clipboard = mockPressOnlyClipboard()
  const loading = Promise.withResolvers<CopySource>()
  const outcome = copyLoadedText(loading.promise)
  clipboard.isPressed = false
  loading.resolve({ text: 'one,\n two' })
  expect(await outcome).toEqual({ source: { text: 'one,\n two' }, isCopied: true })
  expect(clipboard.copied).toBe('one, two')
})

test('without a text nothing is copied, and the reason is returned', async () => {
  const clipboard = mockPressOnlyClipboard()
  const source = { problem: 'No longer on sale.' }
  expect(await copyLoadedText(Promise.resolve(source))).toEqual({ source, isCopied: false })
  expect(clipboard.copied).toBe('')
})

test('a browser without promised texts copies once the text has loaded', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const source = { text: 'one' }
  expect(await copyLoadedText(Promise.resolve(source))).toEqual({ source, isCopied: true })
  expect(writeText).toHaveBeenCalledWith('one')
})

test('a text that fails to load is an error', async () => {
  mockPressOnlyClipboard()
  await expect(copyLoadedText(Promise.reject(new Error('offline')))).rejects.toThrow('offline')
})
