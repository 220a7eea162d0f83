import type { Params } from '../../protocol/params.ts'
import { numbersIn, type Field, type RecordParts } from '../records/record-packer.ts'
import { getOrMake, memoize, memoizeByObject } from '../memoize.ts'
import {
  quotedName,
  textsIn,
  textsOf,
  writeTexts,
  type SelectPath,
  type Shaped,
} from '../records/record-texts.ts'
import type { SearchResult } from '../search.ts'
import { stringsOf } from '../settings.ts'
import type { Store } from '../store.ts'

/** Writes a text with its matches as JSON. */
export interface TextWriter {
  write(text: string): string
  /** Whether an item of an array is included; undefined includes all. */
  isItemShown: ((json: string) => boolean) | undefined
  /** The JSON of the nested values of an attribute by their number: hits of one page share many. */
  writtenIn(name: string): Map<number, string | undefined>
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
  const textsFor = usesDefaults ? publicTextsOf(store) : createTexts()
  const plans = new Map<readonly Field[], readonly PlannedField[]>()

  function planFor(fields: readonly Field[]): readonly PlannedField[] {
    const known = plans.get(fields)
    if (known) return known
    const plan = fields.flatMap((field, index) => {
      const isIncluded = field.name !== 'objectID' && selectPath(field.name) !== 'no'
      if (!isIncluded) return []
      return [{ field, index, start: `${quotedName(field.name)}:`, texts: textsFor(field.name) }]
    })
    plans.set(fields, plan)
    return plan
  }

  function textsOfShared({ field, texts }: PlannedField, number: number): Shaped<string> | undefined {
    const read = () => textsIn(store.shared.sharedValue(number), field.name, selectPath)
    return getOrMake(texts, number, read, maxSharedTexts)
  }

  function writeShared(planned: PlannedField, number: number, writer: TextWriter): string | undefined {
    const { write, isItemShown } = writer
    return getOrMake(writer.writtenIn(planned.field.name), number, () => {
      const found = textsOfShared(planned, number)
      return found === undefined ? undefined : writeTexts(found, write, isItemShown)
    })
  }

  function writeField(planned: PlannedField, part: string, writer: TextWriter): string | undefined {
    const { name, kind } = planned.field
    if (kind === 'shared') return writeShared(planned, Number(part), writer)
    if (kind === 'list') return writeList(planned, numbersIn(part), writer)
    const text = textsIn(JSON.parse(part), name, selectPath)
    return text === undefined ? undefined : writeTexts(text, writer.write)
  }

  function writeList(
    planned: PlannedField,
    numbers: readonly number[],
    writer: TextWriter,
  ): string | undefined {
    const { isItemShown, write } = writer
    const items = numbers.map((number) => textsOfShared(planned, number)).filter((item) => item !== undefined)
    if (items.length === 0) return undefined
    // The items of a list in a list belong to the outer one.
    if (items.some(Array.isArray)) return writeTexts(items.flat(), write, isItemShown)
    const jsons = numbers
      .map((number) => writeShared(planned, number, writer))
      .filter((json) => json !== undefined)
    return `[${(isItemShown ? jsons.filter(isItemShown) : jsons).join(',')}]`
  }

  return (slot, packed, writer) => {
    if (!packed)
      return writeTexts(textsOf(store.recordAt(slot), selectPath), writer.write, writer.isItemShown)
    let json = ''
    for (const planned of planFor(packed.fields)) {
      const value = writeField(planned, packed.parts[planned.index] ?? 'null', writer)
      if (value !== undefined) json += `${json === '' ? '' : ','}${planned.start}${value}`
    }
    return `{${json}}`
  }
}

/** The texts of nested values by their number. */
type TextsByNumber = Map<number, Shaped<string> | undefined>

interface PlannedField {
  field: Field
  /** Into the parts of a record. */
  index: number
  /** The name as JSON, with a colon. */
  start: string
  texts: TextsByNumber
}

const maxSharedTexts = 20_000

const createTexts = () => memoize((_name: string): TextsByNumber => new Map())

/** The texts that are highlighted by default, of each attribute. */
const publicTextsOf = memoizeByObject((_store: Store) => createTexts())
