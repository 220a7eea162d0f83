import { quotedName, type Shaped } from '../records/record-texts.ts'

/** The highlights of some texts as JSON when nothing matches, and the places of the texts in it. */
export interface HighlightFragment {
  json: string
  /** Length of the JSON. */
  bytes: number
  texts: readonly string[]
  /** Two for each text: where its highlight starts and ends in the bytes. */
  bounds: readonly number[]
}

/** Puts fragments together. */
export interface FragmentBuilder {
  /** ASCII only, so that characters are bytes. */
  ascii(json: string): void
  texts(texts: Shaped<string>): void
  append(fragment: HighlightFragment): void
  fragment(): HighlightFragment
}

export function createFragmentBuilder(): FragmentBuilder {
  let json = ''
  let bytes = 0
  const texts: string[] = []
  const bounds: number[] = []

  function add(more: string): void {
    json += more
    bytes += Buffer.byteLength(more)
  }

  function ascii(more: string): void {
    json += more
    bytes += more.length
  }

  function addTexts(value: Shaped<string>): void {
    if (typeof value === 'string') {
      texts.push(value)
      bounds.push(bytes)
      add(unmatchedJson(value))
      bounds.push(bytes)
      return
    }
    const isList = Array.isArray(value)
    let separator = isList ? '[' : '{'
    for (const [name, inner] of Object.entries(value)) {
      if (isList) ascii(separator)
      else add(`${separator}${quotedName(name)}:`)
      addTexts(inner)
      separator = ','
    }
    if (separator !== ',') ascii(separator)
    ascii(isList ? ']' : '}')
  }

  return {
    ascii,
    texts: addTexts,
    append(fragment) {
      json += fragment.json
      for (const text of fragment.texts) texts.push(text)
      for (const bound of fragment.bounds) bounds.push(bytes + bound)
      bytes += fragment.bytes
    },
    fragment: () => ({ json, bytes, texts, bounds }),
  }
}

export function fragmentOf(texts: Shaped<string>): HighlightFragment {
  const builder = createFragmentBuilder()
  builder.texts(texts)
  return builder.fragment()
}

/** JSON without texts to highlight. */
export const plainFragment = (json: string): HighlightFragment => ({
  json,
  bytes: Buffer.byteLength(json),
  texts: [],
  bounds: [],
})

/** How the highlight of a text ends that matches nothing. */
export const unmatched = '"matchLevel":"none","matchedWords":[]}'

export const unmatchedJson = (text: string): string => `{"value":${JSON.stringify(text)},${unmatched}`
