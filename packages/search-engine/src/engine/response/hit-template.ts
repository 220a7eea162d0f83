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

/** The hits of one index for one choice of attributes. A record is encoded once for all queries that find it. */
export interface HitTemplates {
  of(slot: number): HitTemplate
  /** Undefined when nothing is highlighted. */
  highlightTexts: HighlightTexts | undefined
}

/** Limits the templates of an index that were made last; as many from before stay until then. */
const maxRecentBytes = 16_000_000
const maxSelections = 16
/** Numbers and references of a template, in addition to its bytes. */
const overheadBytes = 400
/** References and bounds of a text, in addition to its characters. */
const textOverheadBytes = 40

interface TemplateCache {
  /** By the requested attributes, in the order they were added. */
  selections: Map<string, HitTemplates & { forget(): void }>
  /** Of the recent templates of all selections. */
  bytes: number
}

const cacheOf = memoizeByObject((_store: Store): TemplateCache => ({ selections: new Map(), bytes: 0 }))

/** The templates for what these parameters ask for. */
export function hitTemplatesFor(store: Store, params: Params, isAdmin: boolean): HitTemplates {
  const cache = cacheOf(store)
  const { selections } = cache
  const { attributesToRetrieve: retrieved, attributesToHighlight: highlighted } = params
  const key = JSON.stringify([isAdmin, retrieved, highlighted])
  const known = selections.get(key)
  if (known) return known
  const [oldest] = selections.keys()
  if (oldest !== undefined && selections.size === maxSelections) selections.delete(oldest)
  const made = createTemplates(cache, templateMaker(store, params, isAdmin))
  selections.set(key, made)
  return made
}

/** Templates are kept while they are among the recent ones, or were asked for since the ones before became old. */
function createTemplates(
  cache: TemplateCache,
  { make, highlightTexts }: ReturnType<typeof templateMaker>,
): HitTemplates & { forget(): void } {
  let recent = new Map<number, HitTemplate>()
  let older = new Map<number, HitTemplate>()
  return {
    highlightTexts,
    forget() {
      older = recent
      recent = new Map()
      highlightTexts?.forget()
    },
    of(slot) {
      const known = recent.get(slot)
      if (known) return known
      const template = older.get(slot) ?? make(slot)
      recent.set(slot, template)
      cache.bytes += sizeOf(template)
      if (cache.bytes > maxRecentBytes) {
        for (const selection of cache.selections.values()) selection.forget()
        cache.bytes = 0
      }
      return template
    },
  }
}

const sizeOf = ({ bytes, texts }: HitTemplate): number =>
  texts.reduce((size, text) => size + text.length + textOverheadBytes, bytes.length + overheadBytes)

function templateMaker(store: Store, params: Params, isAdmin: boolean) {
  const writeAttributes = createAttributeWriter(store, params, isAdmin)
  const highlightTexts = createHighlightTexts(store, params, isAdmin)
  return {
    highlightTexts,
    make(slot: number): HitTemplate {
      const parts = store.partsAt(slot)
      const attributes = writeAttributes(slot, parts).slice(0, -1)
      if (!highlightTexts) {
        const bytes = Buffer.from(attributes)
        return { bytes, attributesEnd: bytes.length, texts: [], bounds: [] }
      }
      const { json, texts, bounds } = highlightTexts.fragmentAt(slot, parts)
      const start = `${attributes},"_highlightResult":`
      const bytes = Buffer.from(start + json)
      const startBytes = Buffer.byteLength(start)
      return {
        bytes,
        attributesEnd: startBytes - highlightStartBytes,
        texts,
        bounds: bounds.map((bound) => startBytes + bound),
      }
    },
  }
}

const highlightStartBytes = ',"_highlightResult":'.length
