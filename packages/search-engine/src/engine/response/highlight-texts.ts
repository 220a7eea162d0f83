import type { Params } from '../../protocol/params.ts'
import type { Field, RecordParts } from '../records/record-packer.ts'
import { quotedName, textsIn, textsOf, type SelectPath, type Shaped } from '../records/record-texts.ts'
import { stringsOf } from '../settings.ts'
import type { Store } from '../store.ts'

/** What visits the texts to highlight: the JSON around them and each text, in order. */
interface TextVisitor {
  json(json: string): void
  text(text: string): void
}

/** The texts to highlight of a record, by default the searchable ones. */
export interface HighlightTexts {
  /** `parts` are those of the record in the slot. */
  visit(slot: number, parts: RecordParts | undefined, visitor: TextVisitor): void
  /** In the shape of the record. */
  of(slot: number): Shaped<string>
}

/** Undefined when nothing is highlighted. */
export function createHighlightTexts(
  store: Store,
  params: Params,
  isAdmin: boolean,
): HighlightTexts | undefined {
  const setting = params['attributesToHighlight'] ?? store.settings['attributesToHighlight']
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
  const plans = new Map<readonly Field[], readonly PlannedField[]>()

  function planFor(fields: readonly Field[]): readonly PlannedField[] {
    const known = plans.get(fields)
    if (known) return known
    const plan = fields.flatMap((field, index) => {
      const isIncluded = field.name !== 'objectID' && selectPath(field.name) !== 'no'
      return isIncluded ? [{ field, index }] : []
    })
    plans.set(fields, plan)
    return plan
  }

  return {
    of: (slot) => textsOf(store.recordAt(slot), selectPath),
    visit(slot, packed, visitor) {
      if (!packed) {
        visitTexts(textsOf(store.recordAt(slot), selectPath), visitor)
        return
      }
      let start = '{'
      for (const { field, index } of planFor(packed.fields)) {
        const value = store.shared.valueOf(field, packed.parts[index] ?? 'null')
        const texts = textsIn(value, field.name, selectPath)
        if (texts === undefined) continue
        visitor.json(`${start}${quotedName(field.name)}:`)
        visitTexts(texts, visitor)
        start = ','
      }
      visitor.json(start === '{' ? '{}' : '}')
    },
  }
}

interface PlannedField {
  field: Field
  /** Into the parts of a record. */
  index: number
}

function visitTexts(texts: Shaped<string>, visitor: TextVisitor): void {
  if (typeof texts === 'string') {
    visitor.text(texts)
    return
  }
  const isList = Array.isArray(texts)
  let separator = isList ? '[' : '{'
  for (const [name, inner] of Object.entries(texts)) {
    visitor.json(isList ? separator : `${separator}${quotedName(name)}:`)
    visitTexts(inner, visitor)
    separator = ','
  }
  if (separator !== ',') visitor.json(separator)
  visitor.json(isList ? ']' : '}')
}
