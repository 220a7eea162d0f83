import { attributeOf, entrySize, isLast, lastPlace, positionOf, type Postings } from './postings.ts'
import type { QueryWord } from './query.ts'
import type { Store } from './store.ts'

/** Records that have a query's word in one reading of it. */
export interface WordSource {
  /** As in {@link Postings.entriesOf}. */
  entries: Uint32Array
  count: number
  /** The smaller the better; see {@link qualityOf}. */
  quality: number
  /** Attributes in which this reading does not count. */
  avoided?: Uint8Array | undefined
}

/** 0 is kept for "not met". */
const qualityOf = (typos: number, isExact: boolean): number => 1 + typos * 2 + (isExact ? 0 : 1)
export const typosOfQuality = (quality: number): number => (quality - 1) >> 1
export const isExactQuality = (quality: number): boolean => quality > 0 && (quality & 1) === 1

/** Where a word can be found: as typed, as a beginning, mistyped, parted. */
export function sourcesOf(store: Store, word: QueryWord): WordSource[] {
  const { vocabulary, postings } = store
  const readings = vocabulary.readingsOf(word.text, word)
  const found: WordSource[] = []
  for (const { term, typos, isExact } of readings) {
    const whole = isExact ? undefined : store.withoutPrefixes
    const avoided = typos > 0 ? store.withoutTypos : whole
    if (avoided && avoided.lastIndexOf(0) < postings.lowestAttribute(term)) continue
    found.push({ ...sourceOf(postings, term, qualityOf(typos, isExact)), avoided })
  }
  const isKnown = readings[0]?.typos === 0
  return isKnown ? found : [...found, ...partedSources(store, word)]
}

function sourceOf(postings: Postings, term: number, quality: number): WordSource {
  return { entries: postings.entriesOf(term), count: postings.countOf(term), quality }
}

/** 'man chester' for 'manchester': one typo, counted with the first of the two words. */
export function joinedSources(
  { vocabulary, postings }: Store,
  left: QueryWord,
  right: QueryWord,
): { left: WordSource[]; right: WordSource[] } {
  const readings = vocabulary.readingsOf(left.text + right.text, { isPrefix: right.isPrefix, maxTypos: 0 })
  return {
    left: readings.map(({ term }) => sourceOf(postings, term, qualityOf(1, false))),
    right: readings.map(({ term }) => sourceOf(postings, term, qualityOf(0, false))),
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
  const found: number[] = []
  const [a, b] = [postings.entriesOf(left), postings.entriesOf(right)]
  const [lengthOfA, lengthOfB] = [postings.countOf(left) * entrySize, postings.countOf(right) * entrySize]
  let [i, j] = [0, 0]
  while (i < lengthOfA && j < lengthOfB) {
    const [slotOfA = 0, slotOfB = 0] = [a[i], b[j]]
    if (slotOfA < slotOfB) i += entrySize
    else if (slotOfA > slotOfB) j += entrySize
    else {
      const [first = 0, referenceOfA = 0, referenceOfB = 0] = [a[i + 1], a[i + 2], b[j + 2]]
      if (distance(postings.places, referenceOfA, referenceOfB) === 1)
        found.push(slotOfA, first, referenceOfA)
      i += entrySize
      j += entrySize
    }
  }
  const count = found.length / entrySize
  return { entries: Uint32Array.from(found), count, quality: qualityOf(1, false) }
}

export const farthest = 8

/** How far apart two words stand at the nearest: 1 side by side, one more in the other order, 8 in different texts. */
export function distance(places: Uint32Array, left: number, right: number): number {
  let nearest = farthest
  for (let i = left; ; i += 1) {
    const a = places[i] ?? lastPlace
    for (let j = right; ; j += 1) {
      const b = places[j] ?? lastPlace
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

/** Whether one of the places stands in an attribute that is not avoided. */
export function standsElsewhere(places: Uint32Array, reference: number, avoided: Uint8Array): boolean {
  for (let at = reference; ; at += 1) {
    const place = places[at] ?? lastPlace
    if (avoided[attributeOf(place)] !== 1) return true
    if (isLast(place)) return false
  }
}
