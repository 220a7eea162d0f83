import type { Params } from '../../protocol/params.ts'
import { getOrMake, memoize } from '../memoize.ts'
import { numbersIn, type Field, type RecordParts } from '../records/record-packer.ts'
import { quotedName, textsIn, textsOf, type SelectPath, type Shaped } from '../records/record-texts.ts'
import { stringsOf } from '../settings.ts'
import type { Store } from '../store.ts'
import {
  createFragmentBuilder,
  fragmentOf,
  plainFragment,
  type HighlightFragment,
} from './highlight-fragment.ts'

/** The texts to highlight of a record, by default the searchable ones. */
export interface HighlightTexts {
  /** As JSON; `parts` are those of the record in the slot. */
  fragmentAt(slot: number, parts: RecordParts | undefined): HighlightFragment
  /** In the shape of the record. */
  of(slot: number): Shaped<string>
  /** Frees the memory of prepared fragments. */
  forget(): void
}

/** Sets of attributes that records have. */
const maxPlans = 1000

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

  const planFor = memoize(
    (fields: readonly Field[]): readonly PlannedField[] =>
      fields.flatMap((field, index) => {
        const isIncluded = field.name !== 'objectID' && selectPath(field.name) !== 'no'
        return isIncluded ? [{ field, index, start: plainFragment(`${quotedName(field.name)}:`) }] : []
      }),
    maxPlans,
  )

  function fragmentIn(value: unknown, name: string): HighlightFragment | undefined {
    const texts = textsIn(value, name, selectPath)
    return texts === undefined ? undefined : fragmentOf(texts)
  }

  const { sharedValue } = store.shared
  /** By attribute and number of a shared value, which many records have. */
  const sharedFragments = new Map<string, Map<number, HighlightFragment | undefined>>()

  function fragmentOfShared(name: string, number: number): HighlightFragment | undefined {
    const fragments = getOrMake(sharedFragments, name, () => new Map<number, HighlightFragment | undefined>())
    return getOrMake(fragments, number, () => fragmentIn(sharedValue(number), name))
  }

  function fragmentOfField({ kind, name }: Field, part: string): HighlightFragment | undefined {
    if (kind === 'plain') return fragmentIn(JSON.parse(part), name)
    if (kind === 'shared') return fragmentOfShared(name, Number(part))
    const numbers = numbersIn(part)
    // The texts of nested lists become items of the outer one.
    if (numbers.some((number) => Array.isArray(sharedValue(number))))
      return fragmentIn(numbers.map(sharedValue), name)
    const items = numbers.map((number) => fragmentOfShared(name, number)).filter((item) => item !== undefined)
    if (items.length === 0) return undefined
    const builder = createFragmentBuilder()
    for (const [at, item] of items.entries()) {
      builder.ascii(at === 0 ? '[' : ',')
      builder.append(item)
    }
    builder.ascii(']')
    return builder.fragment()
  }

  return {
    of: (slot) => textsOf(store.recordAt(slot), selectPath),
    forget: () => sharedFragments.clear(),
    fragmentAt(slot, packed) {
      if (!packed) return fragmentOf(textsOf(store.recordAt(slot), selectPath))
      const builder = createFragmentBuilder()
      let separator = '{'
      for (const { field, index, start } of planFor(packed.fields)) {
        const fragment = fragmentOfField(field, packed.parts[index] ?? 'null')
        if (!fragment) continue
        builder.ascii(separator)
        builder.append(start)
        builder.append(fragment)
        separator = ','
      }
      builder.ascii(separator === '{' ? '{}' : '}')
      return builder.fragment()
    },
  }
}

interface PlannedField {
  field: Field
  /** Into the parts of a record. */
  index: number
  /** The name as JSON, with a colon. */
  start: HighlightFragment
}
