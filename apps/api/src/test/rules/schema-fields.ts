/** All field names of an input schema, at any depth. */
export function namesIn(schema: unknown, seen = new Set<unknown>()): string[] {
  if (schema === null || typeof schema !== 'object' || seen.has(schema)) return []
  seen.add(schema)
  const def: unknown = 'def' in schema ? schema.def : schema
  if (def === null || typeof def !== 'object') return []
  const shape: unknown = 'shape' in def ? def.shape : undefined
  const fields: [string, unknown][] = shape !== null && typeof shape === 'object' ? Object.entries(shape) : []
  const inner = ['element', 'innerType', 'in', 'out', 'left', 'right']
    .map((key) => Object.getOwnPropertyDescriptor(def, key)?.value as unknown) // internal state of zod
    .filter((value) => value !== undefined)
  const options: unknown = 'options' in def ? def.options : []
  const choices: unknown[] = Array.isArray(options) ? options : []
  const values = [...fields.map(([, value]) => value), ...inner, ...choices]
  return [...fields.map(([name]) => name), ...values.flatMap((value) => namesIn(value, seen))]
}

/** The choices whose names are fields of the schema. */
export function pickFields(schema: unknown, choices: Record<string, unknown>): Record<string, unknown> {
  const names = namesIn(schema)
  return Object.fromEntries(Object.entries(choices).filter(([name]) => names.includes(name)))
}
