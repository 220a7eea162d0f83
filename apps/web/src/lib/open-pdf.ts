import { saveAs } from './save-as.ts'

/** What a tab may be given to show: nothing in which a script could run. */
export type ViewableType = 'application/pdf' | 'image/png' | 'image/jpeg'

export interface FileAnswer {
  filename: string
  base64: string
}

/** A PDF that comes as base64 opens as a viewable object URL (spec §9); see {@link openFile}. */
export function openPdf(load: () => Promise<FileAnswer>): Promise<void> {
  return openFile('application/pdf', load)
}

/** A viewer reads the object once; a slow one within this many milliseconds. */
const keptMs = 120_000

/**
 * Fetches a file and opens it in a tab of its own; where the browser allows no tab it is saved instead. Call it in the
 * press itself: a moment later browsers open nothing any more. Throws what `load` throws, with no tab left behind.
 */
export async function openFile(type: ViewableType, load: () => Promise<FileAnswer>): Promise<void> {
  const tab = window.open('', '_blank')
  let file: FileAnswer
  try {
    file = await load()
  } catch (error) {
    tab?.close()
    throw error
  }
  const url = objectUrl(type, file.base64)
  // It may have been closed while it was empty.
  if (tab && !tab.closed) tab.location.replace(url)
  else saveAs(url, file.filename)
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}

function objectUrl(type: ViewableType, base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  return URL.createObjectURL(new Blob([bytes], { type }))
}
