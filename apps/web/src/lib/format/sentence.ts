/** Capitalises the first letter. */
export function toSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
