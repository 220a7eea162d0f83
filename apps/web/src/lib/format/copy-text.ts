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
