type Attributes = Readonly<Record<string, unknown>>

/** Replaces attributes of a record, or applies Algolia's `{_operation, value}` to them. */
export function applyPartial(before: Attributes, changes: Attributes): Attributes {
  const after: Record<string, unknown> = { ...before }
  for (const [name, change] of Object.entries(changes)) {
    const operation = operationOf(change)
    after[name] = operation ? operate(after[name], operation) : change
  }
  return after
}

interface Operation {
  name: string
  value: unknown
}

function operationOf(change: unknown): Operation | undefined {
  if (change === null || typeof change !== 'object' || !('_operation' in change)) return undefined
  const { _operation: name } = change
  return typeof name === 'string' ? { name, value: 'value' in change ? change.value : undefined } : undefined
}

function operate(before: unknown, { name, value }: Operation): unknown {
  const number = typeof before === 'number' ? before : 0
  const list: unknown[] = Array.isArray(before) ? before : []
  switch (name) {
    case 'Increment':
      return typeof value === 'number' ? number + value : before
    case 'Decrement':
      return typeof value === 'number' ? number - value : before
    case 'Add':
      return [...list, value]
    case 'AddUnique':
      return list.includes(value) ? list : [...list, value]
    case 'Remove':
      return list.filter((item) => item !== value)
    default:
      return before
  }
}
