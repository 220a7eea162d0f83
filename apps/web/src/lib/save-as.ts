/** Downloads a URL under this name. */
export function saveAs(url: string, filename: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
}

export function saveText(text: string, { filename, type }: { filename: string; type: string }): void {
  saveBlob(new Blob([text], { type }), filename)
}

/** Saves a blob as a file of the same type. */
export function saveBlob(file: Blob, filename: string): void {
  const url = URL.createObjectURL(file)
  saveAs(url, filename)
  // By then the download has started and the URL can be revoked.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
