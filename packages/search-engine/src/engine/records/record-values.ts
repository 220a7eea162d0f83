import { memoize } from '../memoize.ts'

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
  for (const { name, rest } of splitsOf(path)) {
    if (Object.hasOwn(object, name)) collect(object[name], rest, values)
  }
}

interface PathSplit {
  name: string
  rest: string
}

const maxCachedPaths = 1000

/** A path split at each of its dots: 'a.b.c' is b.c of a, and c of 'a.b'. */
const splitsOf = memoize((path: string): readonly PathSplit[] => {
  const found: PathSplit[] = []
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1))
    found.push({ name: path.slice(0, dot), rest: path.slice(dot + 1) })
  return found
}, maxCachedPaths)

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

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
