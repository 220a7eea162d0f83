/** Hands an address to the browser's downloads, under this name. */
export function saveAs(url: string, filename: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
}

/** Saves a text that the page has as a file. */
export function saveText(text: string, { filename, type }: { filename: string; type: string }): void {
  saveBlob(new Blob([text], { type }), filename)
}

/** Saves what the page has fetched; the file keeps its type. */
export function saveBlob(file: Blob, filename: string): void {
  const url = URL.createObjectURL(file)
  saveAs(url, filename)
  // The download has begun by then; it needs the address no longer.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
