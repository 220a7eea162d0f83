interface CompleteOptions<Name extends string> {
  /** Fields to ignore. */
  excluded?: readonly Name[]
  /** Minimum length of list fields; 1 by default. */
  minimum?: Partial<Record<Name, number>>
}

/**
 * Returns the complete fields of a form (spec §5): not excluded, not undefined, null or empty, and lists of at least
 * their minimum length.
 */
export function completeFields<Values extends object>(
  values: Values,
  { excluded = [], minimum = {} }: CompleteOptions<keyof Values & string> = {},
): (keyof Values & string)[] {
  const minimums: Partial<Record<string, number>> = minimum
  // `Object.keys` returns plain strings.
  const names = Object.keys(values) as (keyof Values & string)[]
  return names.filter((name) => !excluded.includes(name) && hasValue(values[name], minimums[name] ?? 1))
}

function hasValue(value: unknown, minimum: number): boolean {
  if (Array.isArray(value)) return value.length >= minimum
  return value !== undefined && value !== null && value !== ''
}
