/** Text as it is copied: where it has a comma, each run of white space is one space and its ends are trimmed (spec §9). */
export function copyableText(text: string): string {
  return text.includes(',') ? text.replaceAll(/\s+/g, ' ').trim() : text
}

/** Copies a text; false where the browser does not let the page do so. */
export async function copyText(text: string): Promise<boolean> {
  // Exists in secure contexts only, which a test host on plain http is not.
  if (!('clipboard' in navigator)) return false
  try {
    await navigator.clipboard.writeText(copyableText(text))
    return true
  } catch {
    // The user, or a policy, has forbidden it: whoever called shows the text to be copied by hand.
    return false
  }
}
