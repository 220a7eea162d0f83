import { badRequest } from './algolia-error.ts'

type Attributes = Readonly<Record<string, unknown>>

/**
 * Replaces attributes of a record, or applies Algolia's `{_operation, value}` to them. Undefined when a condition on
 * the present value fails, so that nothing changes.
 * @throws AlgoliaError 400 that names the attribute of an invalid operation
 */
export function applyPartial(before: Attributes | undefined, changes: Attributes): Attributes | undefined {
  const after: Record<string, unknown> = { ...before }
  for (const [name, change] of Object.entries(changes)) {
    const operation = operationOf(name, change)
    if (!operation) {
      after[name] = change
      continue
    }
    if (!isMet(after[name], operation)) return undefined
    after[name] = operate(after[name], operation)
  }
  return after
}

const numberOperations = ['Increment', 'Decrement', 'IncrementFrom', 'IncrementSet']
const operations = [...numberOperations, 'Add', 'AddUnique', 'Remove']

interface Operation {
  name: string
  value: unknown
}

function operationOf(attribute: string, change: unknown): Operation | undefined {
  if (change === null || typeof change !== 'object' || !('_operation' in change)) return undefined
  const { _operation: name } = change
  if (typeof name !== 'string' || !operations.includes(name))
    throw badRequest(`${attribute}: Invalid _operation, expected one of ${operations.join(', ')}`)
  const value = 'value' in change ? change.value : undefined
  if (numberOperations.includes(name) && typeof value !== 'number')
    throw badRequest(`${attribute}: Invalid value of ${name}, expected a number`)
  return { name, value }
}

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** `IncrementFrom` needs the present value, `IncrementSet` a smaller present value. */
function isMet(before: unknown, { name, value }: Operation): boolean {
  if (name === 'IncrementFrom') return numberIn(before) === value
  return name === 'IncrementSet' ? numberIn(value) > numberIn(before) : true
}

function operate(before: unknown, { name, value }: Operation): unknown {
  const list: unknown[] = Array.isArray(before) ? before : []
  switch (name) {
    case 'Increment':
      return numberIn(before) + numberIn(value)
    case 'Decrement':
      return numberIn(before) - numberIn(value)
    case 'IncrementFrom':
      return numberIn(before) + 1
    case 'IncrementSet':
      return value
    case 'Add':
      return [...list, value]
    case 'AddUnique':
      return list.includes(value) ? list : [...list, value]
    default:
      return list.filter((item) => item !== value)
  }
}
