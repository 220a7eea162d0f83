import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPdf } from './open-pdf.ts'

const file = { filename: 'invoice-T-100482.pdf', base64: btoa('%PDF-1.7 …'.replace('…', '\u00e9')) }
let blobs: Blob[] = []
const tab = {
  closed: false,
  close: vi.fn<() => void>(),
  location: { replace: vi.fn<(url: string) => void>() },
}

beforeEach(() => {
  blobs = []
  tab.closed = false
  // jsdom supports neither object URLs nor tabs.
  URL.createObjectURL = (object) => {
    if (object instanceof Blob) blobs.push(object)
    return `blob:pdf-${blobs.length}`
  }
  URL.revokeObjectURL = () => undefined
  vi.stubGlobal('open', () => tab)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('[FORMAT-06] a base64 PDF opens as a viewable object URL', async () => {
  await openPdf(async () => file)
  expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('blob:pdf-1')
  expect(blobs[0]?.type).toBe('application/pdf')
  expect(new Uint8Array((await blobs[0]?.arrayBuffer()) ?? []).at(-1)).toBe(0xe9)
})

test('a PDF is saved under its name when the browser blocks the tab', async () => {
  vi.stubGlobal('open', () => null)
  const saved: unknown[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.href, this.download])
  })
  await openPdf(async () => file)
  expect(saved).toEqual([['blob:pdf-1', 'invoice-T-100482.pdf']])
})

test('a PDF that fails to load closes the empty tab and throws', async () => {
  await expect(openPdf(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(tab.close).toHaveBeenCalledOnce()
})
