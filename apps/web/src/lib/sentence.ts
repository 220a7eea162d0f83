/** `must be …` of a contract as a sentence of its own. */
export function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
