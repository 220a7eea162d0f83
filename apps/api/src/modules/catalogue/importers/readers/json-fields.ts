/** The values of a field that holds one or several, up to `max`. */
export function valuesOf(value: unknown, max = 50): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.slice(0, max) : [value]
}

/** The field of an object; `undefined` for anything else. */
export function fieldOf(value: unknown, name: string): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}
