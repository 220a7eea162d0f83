import { matchKey } from '../matching/match-key.ts'
import type { Row } from './source-rows.ts'

/**
 * The spelling that is displayed of several with one key, whatever their order: the one with most letters beyond ASCII, as
 * sources drop accents and never add them; then one with small and capital letters; then the first by code points.
 */
export function preferredSpelling(spellings: Iterable<string>): string {
  const [best = ''] = [...new Set(spellings)].toSorted(
    (left, right) =>
      beyondAscii(right) - beyondAscii(left) ||
      Number(hasBothCases(right)) - Number(hasBothCases(left)) ||
      (left < right ? -1 : 1),
  )
  return best
}

const beyondAscii = (text: string): number => (text.normalize('NFC').match(/[^\p{ASCII}]/gu) ?? []).length
const hasBothCases = (text: string): boolean => /\p{Ll}/u.test(text) && /\p{Lu}/u.test(text)

/** Says which spelling of a name is displayed. */
export function spellingNote(spellings: Iterable<string>): string {
  const all = [...spellings].toSorted().map((name) => `"${name}"`)
  return `${all.join(' and ')} are one name: "${preferredSpelling(spellings)}" is displayed`
}

/** Gives all rows with one name in one place the same spelling, so that the order of the file decides nothing. */
export function unifySpellings<Value extends { name: string }>(
  rows: readonly Row<Value>[],
  scopeOf: (value: Value) => string,
): { rows: readonly Row<Value>[]; notes: string[] } {
  const keyOf = (value: Value) => `${scopeOf(value)}\n${matchKey(value.name)}`
  const spellings = new Map<string, Set<string>>()
  for (const { value } of rows) {
    const known = spellings.get(keyOf(value)) ?? new Set()
    spellings.set(keyOf(value), known.add(value.name))
  }
  const several = [...spellings].filter(([, names]) => names.size > 1)
  if (several.length === 0) return { rows, notes: [] }
  const preferred = new Map(several.map(([key, names]) => [key, preferredSpelling(names)]))
  return {
    rows: rows.map((row) => {
      const name = preferred.get(keyOf(row.value))
      return name === undefined ? row : { ...row, value: { ...row.value, name } }
    }),
    notes: several.map(([, names]) => spellingNote(names)).toSorted(),
  }
}
