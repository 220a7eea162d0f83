/** A record as received: JSON with a string `objectID`. */
export type SearchRecord = Readonly<Record<string, unknown>> & { objectID: string }

type Scalar = string | number | boolean

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The values at a path such as `performers.name`, through objects and array elements. */
export function valuesAt(record: unknown, path: string): Scalar[] {
  const values: Scalar[] = []
  collect(record, path, values)
  return values
}

function collect(value: unknown, path: string, values: Scalar[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, path, values)
    return
  }
  if (path === '') {
    if (isScalar(value)) values.push(value)
    return
  }
  if (value === null || typeof value !== 'object') return
  // Records are JSON. An attribute name may itself contain a dot.
  const object = value as Readonly<Record<string, unknown>>
  if (Object.hasOwn(object, path)) return collect(object[path], '', values)
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const name = path.slice(0, dot)
    if (Object.hasOwn(object, name)) collect(object[name], path.slice(dot + 1), values)
  }
}

/** Visits every scalar of a record with its path; array elements share the path of the array. */
export function eachScalar(record: unknown, visit: (path: string, value: Scalar) => void, path = ''): void {
  if (isScalar(record)) return visit(path, record)
  if (Array.isArray(record)) {
    for (const item of record) eachScalar(item, visit, path)
    return
  }
  if (record === null || typeof record !== 'object') return
  for (const [name, value] of Object.entries(record)) {
    eachScalar(value, visit, joined(path, name))
  }
}

/** Visits the path of every number of a record; see {@link eachScalar}. */
export function eachNumberPath(record: object, visit: (path: string) => void, path = ''): void {
  for (const [name, value] of Object.entries(record) as [string, unknown][]) {
    // Array elements share the path of the array.
    const place = Array.isArray(record) ? path : undefined
    if (typeof value === 'number') visit(place ?? joined(path, name))
    else if (typeof value === 'object' && value !== null)
      eachNumberPath(value, visit, place ?? joined(path, name))
  }
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
