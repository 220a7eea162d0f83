interface CompleteOptions<Name extends string> {
  /** Fields that do not count. */
  excluded?: readonly Name[]
  /** How many entries a list needs; one unless said. */
  minimum?: Partial<Record<Name, number>>
}

/**
 * The fields of a form that count as complete (spec §5): not excluded, neither undefined, null nor empty, and a list with
 * at least its minimum length.
 */
export function completeFields<Values extends object>(
  values: Values,
  { excluded = [], minimum = {} }: CompleteOptions<keyof Values & string> = {},
): (keyof Values & string)[] {
  const least: Partial<Record<string, number>> = minimum
  // The keys are the names, which `Object.keys` forgets.
  const names = Object.keys(values) as (keyof Values & string)[]
  return names.filter((name) => !excluded.includes(name) && hasValue(values[name], least[name] ?? 1))
}

function hasValue(value: unknown, minimum: number): boolean {
  if (Array.isArray(value)) return value.length >= minimum
  return value !== undefined && value !== null && value !== ''
}
