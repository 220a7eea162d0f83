import { foldProduct } from '@terrace/contracts/product'
import type { z } from 'zod/mini'
import { invalidInput } from '../shared/app-error.ts'

/**
 * What came in, as the schema has it. Throws a 422 that names each wrong field and says what would be right; `product`:
 * where the fields' names carry the placeholder, they are told as the wire has them.
 */
export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  product = '',
): z.output<Schema> {
  const fields = new Map<string, string[]>()
  const wrong = (path: Path, text: string) => {
    const name = foldProduct(path.join('.'), product) || 'body'
    // Two checks of one field may say the same.
    fields.set(name, [...new Set(fields.get(name)).add(text)])
  }
  const result = schema.safeParse(value, { error: wordsFor })
  for (const issue of result.error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys') wrong(issue.path, issue.message)
    else for (const key of issue.keys) wrong([...issue.path, key], 'is not a known field')
  }
  // PostgreSQL has no place for this character in a text.
  if (result.success)
    forEachText(result.data, [], (path, text) => text.includes('\0') && wrong(path, 'must not hold NUL'))
  if (result.success && fields.size === 0) return result.data
  // From entries, so that a field called like something that every object has is a field all the same.
  throw invalidInput(Object.fromEntries(fields))
}

/** What would be right, where the contract has no words of its own. */
const wordsFor: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be of the type ${issue.expected}`
    case 'too_big':
      return `must be ${issue.inclusive ? 'at most' : 'below'} ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`
    case 'too_small': {
      const { origin, minimum } = issue
      const unit = unitOf(origin, minimum)
      return unit !== '' && minimum === 1
        ? 'must not be empty'
        : `must be ${issue.inclusive ? 'at least' : 'above'} ${minimum}${unit}`
    }
    default:
      return undefined
  }
}

/** What a length is counted in; empty for what is no length. */
function unitOf(origin: string, count: number | bigint): string {
  if (origin === 'string') return count === 1 ? ' character' : ' characters'
  if (origin === 'array') return count === 1 ? ' entry' : ' entries'
  return ''
}

type Path = readonly PropertyKey[]

function forEachText(value: unknown, path: Path, see: (path: Path, text: string) => void): void {
  if (typeof value === 'string') see(path, value)
  if (value === null || typeof value !== 'object') return
  for (const [key, item] of Object.entries(value)) {
    see(path, key)
    forEachText(item, [...path, key], see)
  }
}
