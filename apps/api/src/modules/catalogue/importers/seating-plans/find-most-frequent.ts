/** The most frequent text, the first on a tie; '' when empty. */
export function findMostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), ['', 0] as const)[0]
}
