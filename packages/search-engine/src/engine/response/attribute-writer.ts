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
    const plan = fields.flatMap((field, index) => planOf(field, index, requested))
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
    let json = '{'
    for (const planned of planFor(packed.fields)) {
      json += json === '{' ? planned.start : planned.nextStart
      json += writeField(planned, packed.parts[planned.index] ?? 'null')
    }
    return `${json}}`
  }
}

interface PlannedField {
  field: Field
  /** Into the parts of a record. */
  index: number
  /** Whether all of the value is shown, so that it need not be parsed. */
  isComplete: boolean
  /** The name as JSON, with a colon. */
  start: string
  /** The same after another field. */
  nextStart: string
}

/** Empty for a field that is not shown. */
function planOf(field: Field, index: number, { selectPath, hidesBelow }: RequestedPaths): PlannedField[] {
  const { name, kind } = field
  const selection = selectPath(name)
  const isShown = kind === 'plain' ? selection === 'yes' : selection !== 'no'
  if (!isShown) return []
  const start = `${quotedName(name)}:`
  return [
    {
      field,
      index,
      isComplete: selection === 'yes' && !hidesBelow(name),
      start,
      nextStart: `,${start}`,
    },
  ]
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
