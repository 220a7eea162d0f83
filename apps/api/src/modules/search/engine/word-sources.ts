import { attributeOf, isLast, positionOf, type Postings } from './postings.ts'
import type { QueryWord } from './query.ts'
import type { Store } from './store.ts'

/** Records that have a query's word in one reading of it. */
export interface WordSource {
  pairs: Uint32Array
  count: number
  /** The smaller the better; see {@link qualityOf}. */
  quality: number
}

/** 0 is kept for "not met". */
export const qualityOf = (typos: number, isExact: boolean): number => 1 + typos * 2 + (isExact ? 0 : 1)
export const typosOfQuality = (quality: number): number => (quality - 1) >> 1
export const isExactQuality = (quality: number): boolean => quality > 0 && (quality & 1) === 1

/** For each word where it can be found, the best readings first: as typed, as a beginning, mistyped, parted and joined. */
export function sourcesOf(store: Store, words: readonly QueryWord[]): WordSource[][] {
  const { vocabulary, postings } = store
  const sources = words.map((word) => {
    const { text, isPrefix, maxTypos } = word
    const readings = vocabulary.readingsOf(text, { isPrefix, maxTypos })
    const found = readings.map(({ term, typos, isExact }) =>
      sourceOf(postings, term, qualityOf(typos, isExact)),
    )
    const isKnown = readings[0]?.typos === 0
    return isKnown ? found : [...found, ...partedSources(store, word)]
  })
  for (const [index, word] of words.entries()) {
    const next = words[index + 1]
    if (next) joinSources(store, [word, next], [sources[index], sources[index + 1]])
  }
  for (const list of sources) list.sort((left, right) => left.quality - right.quality)
  return sources
}

function sourceOf(postings: Postings, term: number, quality: number): WordSource {
  return { pairs: postings.pairsOf(term), count: postings.countOf(term), quality }
}

/** 'man chester' for 'manchester': one typo, counted with the first of the two words. */
function joinSources(
  { vocabulary, postings }: Store,
  [left, right]: readonly [QueryWord, QueryWord],
  [leftSources, rightSources]: readonly [WordSource[] | undefined, WordSource[] | undefined],
): void {
  const readings = vocabulary.readingsOf(left.text + right.text, { isPrefix: right.isPrefix, maxTypos: 0 })
  for (const { term } of readings) {
    leftSources?.push(sourceOf(postings, term, qualityOf(1, false)))
    rightSources?.push(sourceOf(postings, term, qualityOf(0, false)))
  }
}

/** 'newyork' for 'new york': both parts, one right after the other. */
function partedSources({ vocabulary, postings }: Store, { text, isPrefix }: QueryWord): WordSource[] {
  const found: WordSource[] = []
  for (let cut = 1; cut < text.length; cut += 1) {
    const left = vocabulary.numberOf(text.slice(0, cut))
    if (left === undefined) continue
    for (const { term: right } of vocabulary.readingsOf(text.slice(cut), { isPrefix, maxTypos: 0 })) {
      const source = neighbours(postings, left, right)
      if (source.count > 0) found.push(source)
    }
  }
  return found
}

function neighbours(postings: Postings, left: number, right: number): WordSource {
  const pairs: number[] = []
  const [a, b] = [postings.pairsOf(left), postings.pairsOf(right)]
  const [lengthOfA, lengthOfB] = [postings.countOf(left) * 2, postings.countOf(right) * 2]
  let [i, j] = [0, 0]
  while (i < lengthOfA && j < lengthOfB) {
    const [slotOfA = 0, slotOfB = 0] = [a[i], b[j]]
    if (slotOfA < slotOfB) i += 2
    else if (slotOfA > slotOfB) j += 2
    else {
      const [referenceOfA = 0, referenceOfB = 0] = [a[i + 1], b[j + 1]]
      if (distance(postings, referenceOfA, referenceOfB) === 1) pairs.push(slotOfA, referenceOfA)
      i += 2
      j += 2
    }
  }
  return { pairs: Uint32Array.from(pairs), count: pairs.length / 2, quality: qualityOf(1, false) }
}

export const farthest = 8

/** How far apart two words stand at the nearest: 1 side by side, one more in the other order, 8 in different texts. */
export function distance(postings: Postings, left: number, right: number): number {
  let nearest = farthest
  for (let i = left; ; i += 1) {
    const a = postings.placeAt(i)
    for (let j = right; ; j += 1) {
      const b = postings.placeAt(j)
      if (attributeOf(a) === attributeOf(b)) {
        const step = positionOf(b) - positionOf(a)
        const apart = step > 0 ? step : 1 - step
        if (apart < nearest) nearest = apart
      }
      if (isLast(b)) break
    }
    if (isLast(a) || nearest === 1) return nearest
  }
}
