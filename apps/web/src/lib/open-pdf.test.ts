import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeObjectUrls, watchDownloads } from '#web/test/fakes/fake-downloads.ts'
import { openPdf } from './open-pdf.ts'

const file = { filename: 'invoice-T-100482.pdf', base64: btoa('%PDF-1.7 …'.replace('…', '\u00e9')) }
let blobs: Blob[] = []
const tab = {
  closed: false,
  close: vi.fn<() => void>(),
  location: { replace: vi.fn<(url: string) => void>() },
}

beforeEach(() => {
  blobs = fakeObjectUrls()
  tab.closed = false
  // jsdom has no tabs.
  vi.stubGlobal('open', () => tab)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('[FORMAT-06] a base64 PDF opens as a viewable object URL', async () => {
  await openPdf(async () => file)
  expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('blob:file-1')
  expect(blobs[0]?.type).toBe('application/pdf')
  expect(new Uint8Array((await blobs[0]?.arrayBuffer()) ?? []).at(-1)).toBe(0xe9)
})

test('a PDF is saved under its name when the browser blocks the tab', async () => {
  vi.stubGlobal('open', () => null)
  const saved = watchDownloads()
  await openPdf(async () => file)
  expect(saved).toEqual([['blob:file-1', 'invoice-T-100482.pdf']])
})

test('a PDF that fails to load closes the empty tab and throws', async () => {
  await expect(openPdf(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(tab.close).toHaveBeenCalledOnce()
})
