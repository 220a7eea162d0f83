import { expandProduct } from '@terrace/contracts/product'
import type { z } from 'zod/mini'
import { invalidInput } from '#api/shared/app-error.ts'

/** An error names this many fields at most, so that a body of unknown fields costs no more than others. */
const maxNamedFields = 50

/**
 * Parses input with the contract's schema. Errors use the wire names of fields, with `product` filled in.
 * @throws 422 that names each invalid field and the expected value
 */
export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  product = '',
): z.output<Schema> {
  const fields = new Map<string, string[]>()
  const addError = (path: Path, text: string) => {
    const name = expandProduct(path.join('.'), product) || 'body'
    // Two checks of one field may have the same message.
    fields.set(name, [...new Set(fields.get(name)).add(text)])
  }
  const result = schema.safeParse(value, { error: describeIssue })
  for (const issue of result.error?.issues.slice(0, maxNamedFields) ?? []) {
    if (issue.code !== 'unrecognized_keys') addError(issue.path, issue.message)
    else
      for (const key of issue.keys.slice(0, maxNamedFields))
        addError([...issue.path, key], 'is not a known field')
  }
  // PostgreSQL text cannot store NUL.
  if (result.success)
    forEachText(
      result.data,
      [],
      (path, text) => text.includes('\0') && addError(path, 'must not contain NUL characters'),
    )
  if (result.success && fields.size === 0) return result.data
  // `fromEntries` also keeps fields named like object members, such as `__proto__`.
  throw invalidInput(Object.fromEntries(fields))
}

/** Default messages for schemas that have none of their own. */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
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

/** Unit of a length; empty for other quantities. */
function unitOf(origin: string, count: number | bigint): string {
  if (origin === 'string') return count === 1 ? ' character' : ' characters'
  if (origin === 'array') return count === 1 ? ' entry' : ' entries'
  return ''
}

type Path = readonly PropertyKey[]

function forEachText(value: unknown, path: Path, visit: (path: Path, text: string) => void): void {
  if (typeof value === 'string') visit(path, value)
  if (value === null || typeof value !== 'object') return
  for (const [key, item] of Object.entries(value)) {
    visit(path, key)
    forEachText(item, [...path, key], visit)
  }
}
