/** As long as words may be that narrow a list. */
export const longestFilterText = 100

/** The words that an address narrows a list by; anybody may have typed anything there. */
export function filterText(typed = ''): string {
  return typed.trim().slice(0, longestFilterText)
}
