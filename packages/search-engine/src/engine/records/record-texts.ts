import { memoize } from '../memoize.ts'
import type { SearchRecord } from './record-values.ts'

/** One value for each text of a record, in the shape of the record. */
export type Shaped<Leaf> = Leaf | Shaped<Leaf>[] | { [name: string]: Shaped<Leaf> }

/** Whether to include the value at a path, or only values below it. */
export type SelectPath = (path: string) => 'no' | 'below' | 'yes'

/** The selected texts of a record, in its shape. Numbers and booleans become texts, as in Algolia. */
export function textsOf(record: SearchRecord, selectPath: SelectPath): Shaped<string> {
  const { objectID: _, ...attributes } = record
  return textsIn(attributes, '', selectPath) ?? {}
}

/** The selected texts of a value; undefined when there are none. */
export function textsIn(value: unknown, path: string, selectPath: SelectPath): Shaped<string> | undefined {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) {
    const items = value.flatMap((item: unknown) => textsIn(item, path, selectPath) ?? [])
    return items.length === 0 ? undefined : items
  }
  if (typeof value !== 'object') {
    return selectPath(path) === 'yes' ? `${value as string | number | boolean}` : undefined
  }
  const found: [string, Shaped<string>][] = []
  for (const [name, inner] of Object.entries(value)) {
    const innerPath = path === '' ? name : `${path}.${name}`
    const texts = selectPath(innerPath) === 'no' ? undefined : textsIn(inner, innerPath, selectPath)
    if (texts !== undefined) found.push([name, texts])
  }
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

export function mapTexts<Leaf>(texts: Shaped<string>, make: (text: string) => Leaf): Shaped<Leaf> {
  if (typeof texts === 'string') return make(texts)
  if (Array.isArray(texts)) return texts.map((item) => mapTexts(item, make))
  const mapped: { [name: string]: Shaped<Leaf> } = {}
  for (const name of Object.keys(texts)) {
    const inner = texts[name]
    if (inner !== undefined) mapped[name] = mapTexts(inner, make)
  }
  return mapped
}

/** The texts as JSON, with the JSON that `write` returns in place of each. */
export function writeTexts(
  texts: Shaped<string>,
  write: (text: string) => string,
  isItemShown?: (json: string) => boolean,
): string {
  if (typeof texts === 'string') return write(texts)
  if (Array.isArray(texts)) {
    const items = texts.map((item) => writeTexts(item, write, isItemShown))
    return `[${(isItemShown ? items.filter(isItemShown) : items).join(',')}]`
  }
  let json = ''
  for (const name in texts) {
    const inner = texts[name]
    if (inner === undefined) continue
    json += `${json === '' ? '' : ','}${quotedName(name)}:${writeTexts(inner, write, isItemShown)}`
  }
  return `{${json}}`
}

const maxQuotedNames = 1000

/** The name as JSON. Cached: records share their names. */
export const quotedName = memoize((name: string): string => JSON.stringify(name), maxQuotedNames)
