const longestSaid = 60

/** What was typed, in quotation marks, for a sentence: of a pasted page its beginning. */
export function quoted(text: string): string {
  const letters = [...text]
  return `“${letters.length > longestSaid ? `${letters.slice(0, longestSaid).join('').trimEnd()}…` : text}”`
}
