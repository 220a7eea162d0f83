import { saveAs } from './save-as.ts'

/** File types that are safe to show in a tab: none can run scripts. */
export type ViewableType = 'application/pdf' | 'image/png' | 'image/jpeg'

export interface FileResponse {
  filename: string
  base64: string
}

/** Opens a base64 PDF as a viewable object URL (spec §9); see {@link openFile}. */
export function openPdf(load: () => Promise<FileResponse>): Promise<void> {
  return openFile('application/pdf', load)
}

/** Milliseconds until the object URL is revoked; enough for a slow viewer to read it. */
const objectUrlTtlMs = 120_000

/**
 * Fetches a file and opens it in a new tab, or saves it if the browser blocks the tab. Call it directly in the press
 * handler, because browsers block tabs opened later. Rethrows errors of `load` and closes the tab.
 */
export async function openFile(type: ViewableType, load: () => Promise<FileResponse>): Promise<void> {
  const tab = window.open('', '_blank')
  let file: FileResponse
  try {
    file = await load()
  } catch (error) {
    tab?.close()
    throw error
  }
  const url = objectUrl(type, file.base64)
  // The user may have closed the empty tab.
  if (tab && !tab.closed) tab.location.replace(url)
  else saveAs(url, file.filename)
  setTimeout(() => URL.revokeObjectURL(url), objectUrlTtlMs)
}

function objectUrl(type: ViewableType, base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  return URL.createObjectURL(new Blob([bytes], { type }))
}
