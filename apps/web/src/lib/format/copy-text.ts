/** Text for the clipboard: with a comma in it, whitespace is collapsed and trimmed (spec §9). */
export function copyableText(text: string): string {
  return text.includes(',') ? text.replaceAll(/\s+/g, ' ').trim() : text
}

/** Copies a text; returns false when the browser blocks it. */
export async function copyText(text: string): Promise<boolean> {
  // The clipboard API needs a secure context; a test host on plain http has none.
  if (!('clipboard' in navigator)) return false
  try {
    await navigator.clipboard.writeText(copyableText(text))
    return true
  } catch {
    // Blocked by the user or a policy; the caller shows the text for manual copying.
    return false
  }
}

/** Loaded text to copy, or why there is none. */
export type CopySource = { text: string } | { problem: string }

/**
 * Copies a text that is still loading; call it within the press. Safari allows writing during a press only, so the
 * clipboard gets a promise at once. `isCopied` is false when the browser blocks it or there is no text.
 * @throws when loading fails
 */
export async function copyLoadedText(
  loading: Promise<CopySource>,
): Promise<{ source: CopySource; isCopied: boolean }> {
  if (!('clipboard' in navigator) || typeof ClipboardItem === 'undefined') return copyAfterLoading(loading)
  const blob = loading.then((source) => {
    if ('problem' in source) throw new Error('There is no text to copy.')
    return new Blob([copyableText(source.text)], { type: 'text/plain' })
  })
  // A browser that refuses the write never reads the promise, and its rejection would go unhandled.
  blob.catch(() => undefined)
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    return { source: await loading, isCopied: true }
  } catch {
    // There is no text, the write was blocked, or an older browser takes no promises.
    return copyAfterLoading(loading)
  }
}

async function copyAfterLoading(
  loading: Promise<CopySource>,
): Promise<{ source: CopySource; isCopied: boolean }> {
  const source = await loading
  return { source, isCopied: 'text' in source && (await copyText(source.text)) }
}
