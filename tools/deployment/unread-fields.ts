/** A validator that reads a value and remembers what is wrong with it. */
interface Validator {
  (value: unknown): boolean
  errors?: unknown
}

/**
 * Paths of fields that the validator never looks at. Its schema allows unknown fields, and Kubernetes drops them without a
 * word, so a misspelt field would have no effect.
 */
export function findUnreadFields(validate: Validator, value: object): string[] {
  const read = new Set<string>()
  validate(watched(value, '', read))
  return fieldsOf(value, '').filter((path) => !read.has(path))
}

/** The same value, which records the paths of its fields that are read. */
function watched(value: object, path: string, read: Set<string>): object {
  return new Proxy(value, {
    get(target, key) {
      const field: unknown = Reflect.get(target, key)
      if (typeof key !== 'string' || !Object.hasOwn(target, key)) return field
      const fieldPath = `${path}/${key}`
      read.add(fieldPath)
      return isObject(field) ? watched(field, fieldPath, read) : field
    },
  })
}

function fieldsOf(value: object, path: string): string[] {
  return Object.entries(value).flatMap(([key, field]) => {
    const fieldPath = `${path}/${key}`
    return [fieldPath, ...(isObject(field) ? fieldsOf(field, fieldPath) : [])]
  })
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
