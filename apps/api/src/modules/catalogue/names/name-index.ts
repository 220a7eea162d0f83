import { matchKey } from '../matching/match-key.ts'

/** Below this, two names share trigrams by chance only. */
const minSimilarity = 0.35

export interface Nearest<Item> {
  item: Item
  /** 0 to 1; 1 for equal names. */
  score: number
}

/** Finds similar names among many, by the trigrams that they share. */
export interface NameIndex<Item> {
  /** The items with the most similar names, best first; empty when none is close. */
  nearest(name: string, limit: number): Nearest<Item>[]
}

/** Each item counts with the name that is closest. */
export function openNameIndex<Item>(
  entries: readonly { item: Item; names: readonly string[] }[],
): NameIndex<Item> {
  const spellings = entries.flatMap(({ names }, entry) =>
    [...new Set(names.map(matchKey))].map((key) => ({ entry, size: trigramsOf(key).size, key })),
  )
  const byTrigram = new Map<string, number[]>()
  for (const [number, { key }] of spellings.entries()) {
    for (const trigram of trigramsOf(key)) {
      const numbers = byTrigram.get(trigram)
      if (numbers) numbers.push(number)
      else byTrigram.set(trigram, [number])
    }
  }
  return {
    nearest(name, limit) {
      const trigrams = trigramsOf(matchKey(name))
      const shared = new Map<number, number>()
      for (const trigram of trigrams) {
        for (const number of byTrigram.get(trigram) ?? []) shared.set(number, (shared.get(number) ?? 0) + 1)
      }
      const scores = new Map<number, number>()
      for (const [number, count] of shared) {
        const spelling = spellings[number]
        // Dice coefficient.
        const score = spelling ? (2 * count) / (trigrams.size + spelling.size) : 0
        if (spelling && score >= minSimilarity)
          scores.set(spelling.entry, Math.max(score, scores.get(spelling.entry) ?? 0))
      }
      return [...scores]
        .toSorted(([left, one], [right, other]) => other - one || left - right)
        .slice(0, limit)
        .flatMap(([entry, score]) => {
          const found = entries[entry]
          return found ? [{ item: found.item, score }] : []
        })
    },
  }
}

/** Trigrams per word, padded at both ends, so one typo changes few of them. */
function trigramsOf(key: string): Set<string> {
  const trigrams = new Set<string>()
  for (const word of key.split(' ')) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at += 1) trigrams.add(padded.slice(at, at + 3))
  }
  return trigrams
}
