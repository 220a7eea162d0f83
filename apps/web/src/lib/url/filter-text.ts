/** Maximum length of a list's text filter. */
export const maxFilterTextLength = 100

/** The text filter of a URL, trimmed and truncated. */
export function parseFilterText(typed = ''): string {
  return typed.trim().slice(0, maxFilterTextLength)
}
