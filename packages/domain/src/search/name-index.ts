import { editDistance } from '../text/edit-distance.ts'
import { nameKey } from './query-tokens.ts'

export const nameKinds = ['performer', 'rivalry', 'competition', 'venue', 'city', 'country'] as const
export type NameKind = (typeof nameKinds)[number]

/** What a name stands for. */
export interface Meaning {
  /** `event`: the name of an event that recurs; it is searched as text. */
  kind: NameKind | 'event'
  /** Identifies it within its kind: ids, a city as written, a country code. */
  values: readonly string[]
  label: string
}

/** A name as it was given, with one of its meanings. */
export interface NamedMeaning extends Meaning {
  name: string
}

/** Everything that people call what a catalogue has. Names are looked up in matching form, see {@link nameKey}. */
export interface NameIndex {
  meaningsOf(key: string): readonly NamedMeaning[]
  /** Whether a longer name begins with these words, the last of which may be unfinished. */
  startsName(key: string): boolean
  /** Whether a name contains the word, or one that begins with it. */
  startsWord(word: string): boolean
  hasWord(word: string): boolean
  /** Words of names that differ by the fewest letters, at most `distance`. */
  nearestWords(word: string, distance: number): string[]
}

export interface NameIndexBuilder {
  add(name: string, meaning: Meaning): void
  build(): NameIndex
}

interface WordsOfLength {
  words: string[]
  masks: number[]
}

const maxNearest = 6
/** A name that more things share says too little to find them; a filter has no room for more either. */
const maxMeanings = 100

/** Names are added in parts, so that a large catalogue does not block other work. */
export function createNameIndexBuilder(): NameIndexBuilder {
  const meanings = new Map<string, NamedMeaning[]>()
  // Short lists of what begins alike are scanned; sorting all names would take longer than building the rest.
  const keysByStart = new Map<string, string[]>()
  const wordsByStart = new Map<string, string[]>()
  const wordsByLength = new Map<number, WordsOfLength>()
  const words = new Set<string>()

  function addWord(word: string): void {
    if (words.has(word)) return
    words.add(word)
    listIn(wordsByStart, startOf(word)).push(word)
    if (word.length < 3) return
    const group = wordsByLength.get(word.length) ?? { words: [], masks: [] }
    wordsByLength.set(word.length, group)
    group.words.push(word)
    group.masks.push(lettersOf(word))
  }

  return {
    add(name, meaning) {
      const key = nameKey(name)
      const known = meanings.get(key)
      if (!known) {
        listIn(keysByStart, startOf(key)).push(key)
        for (const word of key.split(' ')) addWord(word)
      }
      if (known && known.length >= maxMeanings) return
      if (known?.some(({ kind, values }) => kind === meaning.kind && isSame(values, meaning.values))) return
      const named = { ...meaning, name }
      if (known) known.push(named)
      else meanings.set(key, [named])
    },
    build: () => ({
      meaningsOf: (key) => meanings.get(key) ?? [],
      startsName: (key) =>
        (keysByStart.get(startOf(key)) ?? []).some(
          (each) => each.length > key.length && each.startsWith(key),
        ),
      startsWord: (word) => (wordsByStart.get(startOf(word)) ?? []).some((each) => each.startsWith(word)),
      hasWord: (word) => words.has(word),
      nearestWords(word, distance) {
        let smallest = distance + 1
        let nearest: string[] = []
        const mask = lettersOf(word)
        for (let length = word.length - distance; length <= word.length + distance; length += 1) {
          const group = wordsByLength.get(length)
          if (!group) continue
          for (const [index, candidate] of group.words.entries()) {
            // Each edit changes at most two letters of the set.
            if (countBits((group.masks[index] ?? 0) ^ mask) > 2 * distance) continue
            const found = editDistance(word, candidate, smallest + 1)
            if (found > smallest || found > distance) continue
            if (found < smallest) nearest = []
            smallest = found
            if (nearest.length < maxNearest) nearest.push(candidate)
          }
        }
        return nearest
      },
    }),
  }
}

const startOf = (key: string): string => key.slice(0, 2)

function listIn(lists: Map<string, string[]>, key: string): string[] {
  const known = lists.get(key)
  if (known) return known
  const list: string[] = []
  lists.set(key, list)
  return list
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index])
}

/** One bit for each letter that occurs. */
function lettersOf(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index += 1) mask |= 1 << (word.charCodeAt(index) & 31)
  return mask
}

function countBits(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1
  return count
}
