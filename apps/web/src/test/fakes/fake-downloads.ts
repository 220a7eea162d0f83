import { vi } from 'vitest'

/** Gives the page object URLs, which jsdom lacks. Returns their blobs; the URL of the first is `blob:file-1`. */
export function fakeObjectUrls(): Blob[] {
  const blobs: Blob[] = []
  URL.createObjectURL = (object) => {
    // A response's blob is not of the class that jsdom has.
    if ('size' in object) blobs.push(object)
    return `blob:file-${blobs.length}`
  }
  URL.revokeObjectURL = () => undefined
  return blobs
}

/** Records URL and file name of every download. */
export function watchDownloads(): [url: string, name: string][] {
  const downloads: [url: string, name: string][] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push([this.href, this.download])
  })
  return downloads
}
