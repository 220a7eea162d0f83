import type { Params } from '../../protocol/params.ts'
import { numbersIn, type Field, type RecordParts } from '../records/record-packer.ts'
import { quotedName, type SelectPath } from '../records/record-texts.ts'
import type { SearchRecord } from '../records/record-values.ts'
import { stringsOf } from '../settings.ts'
import type { Store } from '../store.ts'

export type Hit = Record<string, unknown>

/** Writes the attributes of a record that the caller may see and has requested, as JSON. */
export function createAttributeWriter(
  store: Store,
  params: Params,
  isAdmin: boolean,
): (slot: number, parts: RecordParts | undefined) => string {
  const requested = requestedPaths(store, params, isAdmin)
  const { selectPath } = requested
  const plans = new Map<readonly Field[], readonly PlannedField[]>()
  const { sharedJson, sharedValue } = store.shared

  function planFor(fields: readonly Field[]): readonly PlannedField[] {
    const known = plans.get(fields)
    if (known) return known
    const plan = fields.map((field) => planOf(field, requested))
    plans.set(fields, plan)
    return plan
  }

  function writeSelected({ name, kind }: Field, part: string): string {
    const value = kind === 'shared' ? sharedValue(Number(part)) : numbersIn(part).map(sharedValue)
    return JSON.stringify(selectAttributes({ [name]: value }, '', selectPath)[name])
  }

  function writeField({ field, isComplete }: PlannedField, part: string): string {
    if (field.kind === 'plain') return part
    if (!isComplete) return writeSelected(field, part)
    if (field.kind === 'shared') return sharedJson(Number(part))
    return `[${numbersIn(part).map(sharedJson).join(',')}]`
  }

  return (slot, packed) => {
    if (!packed) return JSON.stringify(selectAttributes(store.recordAt(slot), '', selectPath))
    let json = ''
    for (const [index, planned] of planFor(packed.fields).entries()) {
      if (!planned.isShown) continue
      json += `${json === '' ? '' : ','}${planned.start}${writeField(planned, packed.parts[index] ?? 'null')}`
    }
    return `{${json}}`
  }
}

interface PlannedField {
  field: Field
  isShown: boolean
  /** Whether all of the value is shown, so that it need not be parsed. */
  isComplete: boolean
  /** The name as JSON, with a colon. */
  start: string
}

function planOf(field: Field, { selectPath, hidesBelow }: RequestedPaths): PlannedField {
  const { name, kind } = field
  const selection = selectPath(name)
  return {
    field,
    isShown: kind === 'plain' ? selection === 'yes' : selection !== 'no',
    isComplete: selection === 'yes' && !hidesBelow(name),
    start: `${quotedName(name)}:`,
  }
}

interface RequestedPaths {
  selectPath: SelectPath
  /** Whether an attribute below the path is hidden. */
  hidesBelow(path: string): boolean
}

function requestedPaths(store: Store, params: Params, isAdmin: boolean): RequestedPaths {
  const { unretrievable } = store.parsedSettings
  const requested = stringsOf(params['attributesToRetrieve'] ?? store.settings['attributesToRetrieve'])
  const excluded = requested.filter((name) => name.startsWith('-')).map((name) => name.slice(1))
  const named = requested.filter((name) => !name.startsWith('-'))
  const isAll =
    named.length === 0
      ? excluded.length > 0 || params['attributesToRetrieve'] === undefined
      : named.includes('*')
  const hidden = new Set(isAdmin ? excluded : [...excluded, ...unretrievable])
  return {
    selectPath(path) {
      if (path === 'objectID') return 'yes'
      if (hidden.has(path)) return 'no'
      if (isAll || named.includes(path) || named.some((name) => path.startsWith(`${name}.`))) return 'yes'
      return named.some((name) => name.startsWith(`${path}.`)) ? 'below' : 'no'
    },
    hidesBelow: (path) => hidden.values().some((name) => name.startsWith(`${path}.`)),
  }
}

/** The attributes of a record that the caller may see and has requested; `objectID` is always included. */
export function retrieverOf(store: Store, params: Params, isAdmin: boolean): (record: SearchRecord) => Hit {
  const { selectPath } = requestedPaths(store, params, isAdmin)
  return (record) => selectAttributes(record, '', selectPath)
}

function selectAttributes(
  object: Readonly<Record<string, unknown>>,
  path: string,
  selectPath: SelectPath,
): Hit {
  const selected: Hit = {}
  for (const [name, value] of Object.entries(object)) {
    const inner = path === '' ? name : `${path}.${name}`
    const selection = selectPath(inner)
    if (selection === 'no') continue
    if (value === null || typeof value !== 'object') {
      if (selection === 'yes') selected[name] = value
    } else if (Array.isArray(value)) {
      selected[name] = value.map((item: unknown) =>
        isObject(item) ? selectAttributes(item, inner, selectPath) : item,
      )
    } else if (isObject(value)) {
      selected[name] = selectAttributes(value, inner, selectPath)
    }
  }
  return selected
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
