import type { Params } from '../../protocol/params.ts'
import { memoizeByObject } from '../memoize.ts'
import type { Store } from '../store.ts'
import { createAttributeWriter } from './attribute-writer.ts'
import { createHighlightTexts, type HighlightTexts } from './highlight-texts.ts'

/** A hit as JSON when no text matches, without its closing bracket. */
export interface HitTemplate {
  bytes: Buffer
  /** Where the attributes end and the highlights begin. */
  attributesEnd: number
  /** The texts to highlight, in order. */
  texts: readonly string[]
  /** Two for each text: where its highlight starts and ends in the bytes. */
  bounds: readonly number[]
}

/** The templates for one choice of attributes. */
interface Selection {
  bySlot: Map<number, HitTemplate>
  bytes: number
}

/** Limits the templates of an index. When it is exceeded, the selection that was added first is dropped. */
const maxBytes = 32_000_000
const maxSelections = 16
/** Numbers and references of a template, in addition to its bytes. */
const overheadBytes = 400
/** References and bounds of a text, in addition to its characters. */
const textOverheadBytes = 40

/** By the requested attributes, in the order they were added. */
const selectionsOf = memoizeByObject((_store: Store) => new Map<string, Selection>())

const sizeOf = ({ bytes, texts }: HitTemplate): number =>
  texts.reduce((size, text) => size + text.length + textOverheadBytes, bytes.length + overheadBytes)

export interface HitTemplates {
  of(slot: number): HitTemplate
  /** Undefined when nothing is highlighted. */
  highlightTexts: HighlightTexts | undefined
}

/** The hits that these parameters ask for. A record is encoded once for all queries that find it. */
export function hitTemplatesFor(store: Store, params: Params, isAdmin: boolean): HitTemplates {
  const selections = selectionsOf(store)
  const { attributesToRetrieve: retrieved, attributesToHighlight: highlighted } = params
  const key = JSON.stringify([isAdmin, retrieved, highlighted])
  const writeAttributes = createAttributeWriter(store, params, isAdmin)
  const highlightTexts = createHighlightTexts(store, params, isAdmin)

  function make(slot: number): HitTemplate {
    const parts = store.partsAt(slot)
    const attributes = writeAttributes(slot, parts).slice(0, -1)
    const texts: string[] = []
    const bounds: number[] = []
    let json = attributes
    let length = Buffer.byteLength(attributes)
    const attributesEnd = length
    const add = (more: string) => {
      json += more
      length += Buffer.byteLength(more)
    }
    if (highlightTexts) {
      add(',"_highlightResult":')
      highlightTexts.visit(slot, parts, {
        json: add,
        text(text) {
          texts.push(text)
          bounds.push(length)
          add(unmatchedJson(text))
          bounds.push(length)
        },
      })
    }
    return { bytes: Buffer.from(json), attributesEnd, texts, bounds }
  }

  return {
    highlightTexts,
    of(slot) {
      const known = selections.get(key)?.bySlot.get(slot)
      if (known) return known
      const template = make(slot)
      const selection = selections.get(key) ?? { bySlot: new Map<number, HitTemplate>(), bytes: 0 }
      selection.bySlot.set(slot, template)
      selection.bytes += sizeOf(template)
      selections.set(key, selection)
      dropOldest(selections)
      return template
    },
  }
}

function dropOldest(selections: Map<string, Selection>): void {
  let total = 0
  for (const { bytes } of selections.values()) total += bytes
  for (const [key, { bytes }] of selections) {
    if (total <= maxBytes && selections.size <= maxSelections) return
    selections.delete(key)
    total -= bytes
  }
}

/** How the highlight of a text ends that matches nothing. */
export const unmatched = '"matchLevel":"none","matchedWords":[]}'

export const unmatchedJson = (text: string): string => `{"value":${JSON.stringify(text)},${unmatched}`
