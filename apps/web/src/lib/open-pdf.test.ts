import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPdf } from './open-pdf.ts'

const file = { filename: 'invoice-T-100482.pdf', base64: btoa('%PDF-1.7 …'.replace('…', '\u00e9')) }
let made: Blob[] = []
const tab = {
  closed: false,
  close: vi.fn<() => void>(),
  location: { replace: vi.fn<(url: string) => void>() },
}

beforeEach(() => {
  made = []
  tab.closed = false
  // jsdom has neither addresses of objects nor tabs.
  URL.createObjectURL = (object) => {
    if (object instanceof Blob) made.push(object)
    return `blob:pdf-${made.length}`
  }
  URL.revokeObjectURL = () => undefined
  vi.stubGlobal('open', () => tab)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('[FORMAT-06] a PDF that comes as base64 opens as a viewable object URL', async () => {
  await openPdf(async () => file)
  expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('blob:pdf-1')
  expect(made[0]?.type).toBe('application/pdf')
  expect(new Uint8Array((await made[0]?.arrayBuffer()) ?? []).at(-1)).toBe(0xe9)
})

test('where the browser allows no tab the PDF is saved under its name', async () => {
  vi.stubGlobal('open', () => null)
  const saved: unknown[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.href, this.download])
  })
  await openPdf(async () => file)
  expect(saved).toEqual([['blob:pdf-1', 'invoice-T-100482.pdf']])
})

test('a PDF that cannot be had leaves no empty tab behind, and says why to who asked', async () => {
  await expect(openPdf(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(tab.close).toHaveBeenCalledOnce()
})
