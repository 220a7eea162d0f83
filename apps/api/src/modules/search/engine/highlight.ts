import type { QueryWord } from './query.ts'
import type { SearchRecord } from './record-values.ts'
import type { Vocabulary, Reading } from './vocabulary.ts'
import { coveredLength, knownWordsOf, type Word } from './words.ts'

export interface Highlighted {
  value: string
  matchLevel: 'none' | 'partial' | 'full'
  fullyHighlighted?: boolean
  matchedWords: string[]
}

export interface Highlighter {
  text(text: string): Highlighted
  /** The text cut to so many words around the first one that was met. */
  snippet(text: string, words: number, ellipsis: string): Pick<Highlighted, 'value' | 'matchLevel'>
}

interface Marked {
  start: number
  end: number
  met: readonly number[]
  isWhole: boolean
}

const mistyped = new WeakMap<readonly Reading[], ReadonlySet<number>>()

function mistypedTerms(readings: readonly Reading[]): ReadonlySet<number> {
  const known = mistyped.get(readings)
  if (known) return known
  const terms = new Set(readings.filter(({ typos }) => typos > 0).map(({ term }) => term))
  mistyped.set(readings, terms)
  return terms
}

/** Marks in a text what a query's words have met, by the same readings by which the record was found. */
export function createHighlighter(
  vocabulary: Vocabulary,
  words: readonly QueryWord[],
  [before, after]: readonly [string, string],
): Highlighter {
  const readings = words.map((word) => mistypedTerms(vocabulary.readingsOf(word.text, word)))

  /** How many letters of the folded word are met, and by which words of the query; undefined: none. */
  function meet(folded: string, next: string | undefined): { met: number[]; length: number } | undefined {
    const met: number[] = []
    let length = 0
    for (const [index, { text, isPrefix }] of words.entries()) {
      if (folded === text || (isPrefix && folded.startsWith(text))) {
        met.push(index)
        length = Math.max(length, text.length)
        continue
      }
      const term = vocabulary.numberOf(folded)
      if (term !== undefined && readings[index]?.has(term)) {
        met.push(index)
        // A mistyped beginning marks as many letters as were typed.
        const isOpen = isPrefix && folded.length > text.length + 1
        length = Math.max(length, isOpen ? text.length : folded.length)
        continue
      }
      const following = words[index + 1]
      if (following && folded === text + following.text) {
        met.push(index, index + 1)
        length = folded.length
      } else if (next !== undefined && text.startsWith(folded) && text.length > folded.length) {
        const rest = text.slice(folded.length)
        if (next === rest || (isPrefix && next.startsWith(rest))) {
          met.push(index)
          length = folded.length
        }
      }
    }
    return met.length === 0 ? undefined : { met, length }
  }

  /** The second half of a word that was typed as one. */
  function meetRest(folded: string, previous: string | undefined) {
    if (previous === undefined) return undefined
    for (const [index, { text, isPrefix }] of words.entries()) {
      if (!text.startsWith(previous) || text.length <= previous.length) continue
      const rest = text.slice(previous.length)
      if (folded === rest || (isPrefix && folded.startsWith(rest)))
        return { met: [index], length: rest.length }
    }
    return undefined
  }

  function markAll(text: string, tokens: readonly Word[]): Marked[] {
    const marked: Marked[] = []
    for (const [index, { folded, start, end }] of tokens.entries()) {
      const found = meet(folded, tokens[index + 1]?.folded) ?? meetRest(folded, tokens[index - 1]?.folded)
      if (!found) continue
      const isWhole = found.length >= folded.length
      const length = isWhole ? end - start : coveredLength(text.slice(start, end), found.length)
      marked.push({ start, end: start + length, met: found.met, isWhole })
    }
    return marked
  }

  function levelOf(marked: readonly Marked[]): {
    matchLevel: Highlighted['matchLevel']
    matchedWords: string[]
  } {
    const met = new Set(marked.flatMap((mark) => mark.met))
    const matchedWords = words.flatMap(({ text }, index) => (met.has(index) ? [text] : []))
    if (matchedWords.length === 0) return { matchLevel: 'none', matchedWords }
    return { matchLevel: matchedWords.length === words.length ? 'full' : 'partial', matchedWords }
  }

  function write(text: string, marked: readonly Marked[], from: number, to: number): string {
    let value = ''
    let at = from
    for (const { start, end } of marked) {
      if (start < from || end > to) continue
      value += `${text.slice(at, start)}${before}${text.slice(start, end)}${after}`
      at = end
    }
    return value + text.slice(at, to)
  }

  return {
    text(text) {
      if (words.length === 0) return { value: text, matchLevel: 'none', matchedWords: [] }
      const tokens = knownWordsOf(text)
      const marked = markAll(text, tokens)
      const { matchLevel, matchedWords } = levelOf(marked)
      if (matchLevel === 'none') return { value: text, matchLevel, matchedWords }
      return {
        value: write(text, marked, 0, text.length),
        matchLevel,
        fullyHighlighted: marked.length === tokens.length && marked.every(({ isWhole }) => isWhole),
        matchedWords,
      }
    },
    snippet(text, length, ellipsis) {
      const tokens = knownWordsOf(text)
      const marked = markAll(text, tokens)
      const { matchLevel } = levelOf(marked)
      const firstMet = tokens.findIndex(({ start }) => start === marked[0]?.start)
      const from = Math.max(0, Math.min(firstMet - Math.floor(length / 2), tokens.length - length))
      const last = tokens[from + length - 1]
      const start = from === 0 ? 0 : (tokens[from]?.start ?? 0)
      const end = last && from + length < tokens.length ? last.end : text.length
      const value = write(text, marked, start, end)
      return {
        value: `${start > 0 ? ellipsis : ''}${value}${end < text.length ? ellipsis : ''}`,
        matchLevel,
      }
    },
  }
}

/** Something for each text of a record, in the shape of the record. */
export type Shaped<Leaf> = Leaf | Shaped<Leaf>[] | { [name: string]: Shaped<Leaf> }

/** Whether what stands at a path is wanted, or something below it. */
export type IsWanted = (path: string) => 'no' | 'below' | 'yes'

/** The attributes that are wanted; numbers and booleans are shown as text (wire.md §1.3). */
export function textsOf(record: SearchRecord, isWanted: IsWanted): Shaped<string> {
  const { objectID: _, ...attributes } = record
  return textsIn(attributes, '', isWanted) ?? {}
}

function textsIn(value: unknown, path: string, isWanted: IsWanted): Shaped<string> | undefined {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) {
    const items = value.flatMap((item: unknown) => textsIn(item, path, isWanted) ?? [])
    return items.length === 0 ? undefined : items
  }
  if (typeof value !== 'object') {
    return isWanted(path) === 'yes' ? `${value as string | number | boolean}` : undefined
  }
  const found: [string, Shaped<string>][] = []
  for (const [name, inner] of Object.entries(value)) {
    const innerPath = path === '' ? name : `${path}.${name}`
    const texts = isWanted(innerPath) === 'no' ? undefined : textsIn(inner, innerPath, isWanted)
    if (texts !== undefined) found.push([name, texts])
  }
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** The same shape with something made of each text. */
export function mapTexts<Leaf>(texts: Shaped<string>, make: (text: string) => Leaf): Shaped<Leaf> {
  if (typeof texts === 'string') return make(texts)
  if (Array.isArray(texts)) return texts.map((item) => mapTexts(item, make))
  const made: { [name: string]: Shaped<Leaf> } = {}
  for (const name of Object.keys(texts)) {
    const inner = texts[name]
    if (inner !== undefined) made[name] = mapTexts(inner, make)
  }
  return made
}
