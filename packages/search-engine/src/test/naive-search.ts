import {
  fallbackQueriesFor,
  queryTermsOf,
  type QueryOptions,
  type QueryTerm,
} from '../engine/matching/query.ts'
import { tokenize } from '../engine/vocabulary/tokenize.ts'

/** A record with two searched texts, the order of arrival and a rank that breaks ties, smallest first. */
export interface NaiveRecord {
  objectID: string
  title: string
  notes: readonly string[]
  rank: number
  arrival: number
}

interface NaiveSearch {
  records: readonly NaiveRecord[]
  /** Every word that any record has had. */
  vocabulary: ReadonlySet<string>
  query: string
  options: QueryOptions
  /** Typos above the fewest that still match; undefined is no limit. */
  extraTypos: number | undefined
  passes(record: NaiveRecord): boolean
  /** Typing errors do not count in the notes. */
  isNotesLiteral: boolean
  /** Words at the start of the title rank first. */
  isOrdered: boolean
}

interface Token {
  word: string
  attribute: number
  position: number
}

/** How a record matches one word of a query. */
interface Match {
  typos: number
  isExact: boolean
  tokens: readonly Token[]
}

interface Row {
  record: NaiveRecord
  matches: (Match | undefined)[]
}

/** Looks at every record and returns the ids of all matches, best first. */
export function searchNaively(search: NaiveSearch): string[] {
  const words = queryTermsOf(search.query, search.options)
  const records = search.records.filter(search.passes)
  if (words.length === 0) return records.toSorted(byRank).map(({ objectID }) => objectID)
  for (const terms of fallbackQueriesFor(words, search.options)) {
    const rows = rowsFor(search, records, terms)
    if (rows.length > 0) {
      const keyed = rows.map((row) => ({ row, key: keyOf(row, terms, search.isOrdered) }))
      return keyed
        .toSorted(
          (left, right) => compareKeys(left.key, right.key) || byRank(left.row.record, right.row.record),
        )
        .map(({ row }) => row.record.objectID)
    }
  }
  return []
}

const byRank = (left: NaiveRecord, right: NaiveRecord): number =>
  left.rank - right.rank || right.arrival - left.arrival

function rowsFor(search: NaiveSearch, records: readonly NaiveRecord[], terms: readonly QueryTerm[]): Row[] {
  const { extraTypos: above } = search
  if (above === 0) {
    const literal = rowsWith(search, records, terms, true)
    if (literal.length > 0) return literal
  }
  const rows = rowsWith(search, records, terms, false)
  if (above === undefined) return rows
  const typosOf = ({ matches }: Row) => matches.reduce((sum, match) => sum + (match?.typos ?? 0), 0)
  const fewest = Math.min(...rows.map(typosOf))
  return rows.filter((row) => typosOf(row) <= fewest + above)
}

function rowsWith(
  search: NaiveSearch,
  records: readonly NaiveRecord[],
  terms: readonly QueryTerm[],
  isLiteral: boolean,
): Row[] {
  const isAny = terms.every(({ isOptional }) => isOptional)
  return records.flatMap((record) => {
    const tokens = tokensOf(record)
    const matches = terms.map((_, at) => bestMatch(search, tokens, terms, at, isLiteral))
    const isFound = isAny
      ? matches.some(Boolean)
      : terms.every(({ isOptional }, at) => isOptional || matches[at])
    return isFound ? [{ record, matches }] : []
  })
}

function tokensOf({ title, notes }: NaiveRecord): Token[] {
  const found: Token[] = []
  for (const [attribute, texts] of [[title], notes].entries()) {
    let position = 0
    for (const text of texts) {
      for (const { folded } of tokenize(text)) found.push({ word: folded, attribute, position: position++ })
      position += 8
    }
  }
  return found
}

/** The match with the fewest typos, exact before prefix, in the first attribute, of the first word in the alphabet. */
function bestMatch(
  { vocabulary, isNotesLiteral }: NaiveSearch,
  tokens: readonly Token[],
  terms: readonly QueryTerm[],
  at: number,
  isLiteral: boolean,
): Match | undefined {
  const term = terms[at]
  if (!term) return undefined
  const byWord = Map.groupBy(tokens, ({ word }) => word)
  const found: Match[] = []
  for (const [word, places] of byWord) {
    const typos = typosBetween(word, term)
    if (typos > (isLiteral ? 0 : term.maxTypos)) continue
    if (typos > 0 && isNotesLiteral && places.every(({ attribute }) => attribute === 1)) continue
    found.push({ typos, isExact: word === term.text, tokens: places })
  }
  const isKnown = [...vocabulary].some((word) => typosBetween(word, term) === 0)
  if (!isLiteral && !isKnown) found.push(...splitMatches(byWord, term))
  const [left, right] = [terms[at - 1], terms[at + 1]]
  if (!isLiteral && right) found.push(...joinedMatches(byWord, term.text + right.text, right.isPrefix, 1))
  if (!isLiteral && left) found.push(...joinedMatches(byWord, left.text + term.text, term.isPrefix, 0))
  return found.toSorted(
    (one, other) =>
      one.typos - other.typos ||
      Number(other.isExact) - Number(one.isExact) ||
      (one.tokens[0]?.attribute ?? 0) - (other.tokens[0]?.attribute ?? 0) ||
      Number((one.tokens[0]?.word ?? '') > (other.tokens[0]?.word ?? '')) -
        Number((one.tokens[0]?.word ?? '') < (other.tokens[0]?.word ?? '')),
  )[0]
}

type ByWord = ReadonlyMap<string, readonly Token[]>

/** 'newyork' matches adjacent 'new york'. */
function splitMatches(byWord: ByWord, { text, isPrefix }: QueryTerm): Match[] {
  const found: Match[] = []
  for (let length = 1; length < text.length; length += 1) {
    const left = byWord.get(text.slice(0, length)) ?? []
    const rest = text.slice(length)
    for (const [word, right] of byWord) {
      if (word !== rest && !(isPrefix && word.startsWith(rest))) continue
      const isAdjacent = left.some((one) =>
        right.some((other) => gapOf(one, other) === 1 && one.position < other.position),
      )
      if (isAdjacent) found.push({ typos: 1, isExact: false, tokens: left })
    }
  }
  return found
}

/** 'man chester' matches 'manchester'. */
function joinedMatches(byWord: ByWord, text: string, isPrefix: boolean, typos: number): Match[] {
  return [...byWord].flatMap(([word, tokens]) =>
    word === text || (isPrefix && word.startsWith(text)) ? [{ typos, isExact: false, tokens }] : [],
  )
}

function gapOf(left: Token, right: Token): number {
  if (left.attribute !== right.attribute) return 8
  const step = right.position - left.position
  return Math.min(step > 0 ? step : 1 - step, 8)
}

/** Typos, missing words, distances, attributes, words that are not exact. The title ranks first. */
function keyOf({ record, matches }: Row, terms: readonly QueryTerm[], isOrdered: boolean): number[] {
  const present = matches.filter((match) => match !== undefined)
  const isOnlyText = ({ tokens }: Match) =>
    tokens.some(({ attribute }) =>
      [[record.title], record.notes][attribute]?.some(
        (text) => tokenize(text).length === 1 && tokenize(text)[0]?.folded === tokens[0]?.word,
      ),
    )
  const isExact = (match: Match) => match.isExact && (terms.length > 1 || isOnlyText(match))
  const distances = present
    .slice(1)
    .map((match, at) =>
      Math.min(
        ...(present[at]?.tokens ?? []).flatMap((one) => match.tokens.map((other) => gapOf(one, other))),
      ),
    )
  const attributes = present.map(({ tokens }) => tokens[0]?.attribute ?? 0)
  const positions = present.map(({ tokens: [first] }) =>
    isOrdered && first?.attribute === 0 ? first.position : 0,
  )
  return [
    sum(present.map(({ typos }) => typos)),
    terms.length - present.length,
    sum(distances),
    sum(attributes) * 64 + Math.min(...positions, 63),
    terms.length - present.filter(isExact).length,
  ]
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

function compareKeys(left: readonly number[], right: readonly number[]): number {
  for (const [at, value] of left.entries()) if (value !== right[at]) return value - (right[at] ?? 0)
  return 0
}

/** Typos of the nearest way to write the word, or its start if the term is a prefix; a typo on the first letter is two. */
function typosBetween(word: string, { text, isPrefix }: { text: string; isPrefix: boolean }): number {
  const rows: number[][] = [
    Array.from({ length: text.length + 1 }, (_, column) => (column === 0 ? 0 : column + 1)),
  ]
  let nearest = rows[0]?.[text.length] ?? 0
  for (let row = 1; row <= word.length; row += 1) {
    const current = [row + 1]
    rows.push(current)
    for (let column = 1; column <= text.length; column += 1) {
      const at = (r: number, c: number) => rows[r]?.[c] ?? 0
      const isFirst = row === 1 && column === 1
      const isSame = word[row - 1] === text[column - 1]
      let cost = at(row - 1, column - 1) + (isSame ? 0 : isFirst ? 2 : 1)
      cost = Math.min(cost, at(row - 1, column) + 1, at(row, column - 1) + 1)
      if (
        row > 1 &&
        column > 1 &&
        !isSame &&
        word[row - 1] === text[column - 2] &&
        word[row - 2] === text[column - 1]
      )
        cost = Math.min(cost, at(row - 2, column - 2) + (row === 2 && column === 2 ? 2 : 1))
      current.push(cost)
    }
    if (isPrefix) nearest = Math.min(nearest, current[text.length] ?? 0)
  }
  return isPrefix ? nearest : (rows[word.length]?.[text.length] ?? 0)
}
