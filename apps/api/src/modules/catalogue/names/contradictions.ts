import { matchKey } from '../matching/match-key.ts'
import type { ImportWarning, Row } from '../importers/source-rows.ts'
import type { NameRow } from './parse-names.ts'

/**
 * Leaves out names that imports match by key, where rows of the file give one key several meanings, in one spelling or more:
 * which one counts is not for the order of the file to decide.
 */
export function withoutContradictions(rows: readonly Row<NameRow>[]): {
  clear: Row<NameRow>[]
  bad: ImportWarning[]
} {
  const clear: Row<NameRow>[] = []
  const bad: ImportWarning[] = []
  for (const [key, all] of Map.groupBy(rows, ({ value }) => matched(value)?.key)) {
    const meanings = new Set(all.map(({ value }) => matched(value)?.meaning))
    if (key === undefined || meanings.size === 1) {
      clear.push(...all)
      continue
    }
    const lines = all.map(({ line }) => line).toSorted((left, right) => left - right)
    for (const { line, value } of all) {
      const others = lines.filter((one) => one !== line).join(', ')
      const reason = `name: "${value.name}" means something else on line ${others}; none of them was added`
      bad.push({ line, reason })
    }
  }
  return { clear, bad }
}

/** Within what the name is unique, and what it means there. */
function matched({ type, of, name }: NameRow): { key: string; meaning: string } | undefined {
  const [slug = '', ...rest] = of.split('/')
  const key = `${slug}\n${matchKey(name)}`
  if (type === 'event') return { key: `event\n${key}`, meaning: rest.join('/').trim() }
  if (type !== 'event-session' && type !== 'other-session') return undefined
  const [kind = type === 'event-session' ? 'race' : 'other'] = rest
  return { key: `session\n${key}`, meaning: `${type} ${kind}` }
}
