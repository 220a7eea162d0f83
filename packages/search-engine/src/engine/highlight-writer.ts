import type { Params } from '../protocol/params.ts'
import { numbersIn, type Field, type RecordParts } from './record-packer.ts'
import { quotedName, textsIn, textsOf, writeTexts, type SelectPath, type Shaped } from './record-texts.ts'
import type { SearchResult } from './search.ts'
import { stringsOf } from './settings.ts'
import type { Store } from './store.ts'

/** Writes a text with its matches as JSON. */
export interface TextWriter {
  write(text: string): string
  /** Whether an item of an array is included; undefined includes all. */
  isItemShown: ((json: string) => boolean) | undefined
  /** The JSON of nested values, by attribute and value: hits of one page share many. */
  written: Map<string, string | undefined>
}

/** Writes the texts to highlight of a record, by default the searchable ones. Undefined when nothing is highlighted. */
export function createHighlightWriter(
  { store, optionOf }: SearchResult,
  params: Params,
  isAdmin: boolean,
): ((slot: number, parts: RecordParts | undefined, writer: TextWriter) => string) | undefined {
  const setting = optionOf('attributesToHighlight')
  const named = Array.isArray(setting) ? stringsOf(setting) : undefined
  const isAll = named ? named.includes('*') : store.parsedSettings.searchable === undefined
  const paths = named ?? (store.parsedSettings.searchable ?? []).map(({ path }) => path)
  if (!isAll && paths.length === 0) return undefined
  const { unretrievable } = store.parsedSettings
  const selectPath: SelectPath = (path) => {
    if (!isAdmin && unretrievable.has(path)) return 'no'
    if (isAll || paths.some((parent) => path === parent || path.startsWith(`${parent}.`))) return 'yes'
    return paths.some((child) => child.startsWith(`${path}.`)) ? 'below' : 'no'
  }
  const usesDefaults = !isAdmin && params['attributesToHighlight'] === undefined
  const texts = usesDefaults ? sharedTextsOf(store) : new Map<string, Shaped<string> | undefined>()
  const selections = new Map<string, boolean>()

  const isIncluded = (name: string): boolean => {
    const known = selections.get(name)
    if (known !== undefined) return known
    const found = name !== 'objectID' && selectPath(name) !== 'no'
    selections.set(name, found)
    return found
  }

  function textsOfShared(name: string, number: number): Shaped<string> | undefined {
    const key = `${number} ${name}`
    if (texts.has(key)) return texts.get(key)
    const found = textsIn(store.shared.sharedValue(number), name, selectPath)
    if (texts.size >= maxSharedTexts) texts.clear()
    texts.set(key, found)
    return found
  }

  function writeShared(name: string, number: number, writer: TextWriter): string | undefined {
    const key = `${number} ${name}`
    const { written, write, isItemShown } = writer
    if (written.has(key)) return written.get(key)
    const found = textsOfShared(name, number)
    const json = found === undefined ? undefined : writeTexts(found, write, isItemShown)
    written.set(key, json)
    return json
  }

  function writeField({ name, kind }: Field, part: string, writer: TextWriter): string | undefined {
    if (kind === 'plain') {
      const text = textsIn(JSON.parse(part), name, selectPath)
      return text === undefined ? undefined : writeTexts(text, writer.write)
    }
    if (kind === 'shared') return writeShared(name, Number(part), writer)
    return writeList(name, numbersIn(part), writer)
  }

  function writeList(name: string, numbers: readonly number[], writer: TextWriter): string | undefined {
    const { isItemShown } = writer
    // An item may be a list, whose items belong to this one.
    const items = numbers.map((number) => textsOfShared(name, number)).filter((item) => item !== undefined)
    if (items.length === 0) return undefined
    if (items.some(Array.isArray)) return writeTexts(items.flat(), writer.write, isItemShown)
    const jsons = numbers
      .map((number) => writeShared(name, number, writer))
      .filter((json) => json !== undefined)
    return `[${(isItemShown ? jsons.filter(isItemShown) : jsons).join(',')}]`
  }

  return (slot, packed, writer) => {
    if (!packed)
      return writeTexts(textsOf(store.recordAt(slot), selectPath), writer.write, writer.isItemShown)
    let json = ''
    for (const [index, field] of packed.fields.entries()) {
      if (!isIncluded(field.name)) continue
      const value = writeField(field, packed.parts[index] ?? 'null', writer)
      if (value !== undefined) json += `${json === '' ? '' : ','}${quotedName(field.name)}:${value}`
    }
    return `{${json}}`
  }
}

const maxSharedTexts = 20_000
const sharedTexts = new WeakMap<Store, Map<string, Shaped<string> | undefined>>()

function sharedTextsOf(store: Store): Map<string, Shaped<string> | undefined> {
  const known = sharedTexts.get(store)
  if (known) return known
  const created = new Map<string, Shaped<string> | undefined>()
  sharedTexts.set(store, created)
  return created
}
