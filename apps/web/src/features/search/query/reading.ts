import type { Reading } from '@terrace/domain/search/event-search'
import { maxSearchText, searchRoutes, type WireUnderstanding } from '@terrace/contracts/search-understanding'
import type { SearchWord } from '@terrace/domain/search/query-part'
import { call } from '#web/lib/http/api-client.ts'
import { parseEventId } from './search-state.ts'

/** What the typed text means, with the text in which parts have their places. */
export type Understood = Omit<WireUnderstanding, 'words'> & {
  words: readonly (SearchWord & { is_quoted?: boolean })[]
  text: string
  /** The server could not be asked what the text means, so its words are plain text. */
  isUnavailable?: boolean
}

/** The text as plain words, for texts without a meaning to ask for and while the server cannot be asked. */
export function plainReading(text: string): Understood {
  return {
    parts: [],
    words: wordsOf(text),
    text,
    listing_parts: [],
    listing: {},
    is_truncated: false,
    event_text: text,
  }
}

/** The words of the text, without commas, brackets and quotation marks. */
export function wordsOf(text: string): SearchWord[] {
  return [...text.matchAll(/[^\s"“”,;()]+/gu)].map((match) => ({
    text: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }))
}

/** Whether the text means no more than its words, so that a search for them finds the same. */
export function isPlain({ text, parts, words }: Understood): boolean {
  const plainWords = plainReading(text).words
  return (
    parts.length === 0 &&
    words.length === plainWords.length &&
    words.every((word, at) => word.text === plainWords[at]?.text)
  )
}

/**
 * Asks what the text means. A failure leaves plain words, so that search works as long as the index does; the page
 * says so.
 */
export async function understand(text: string, signal?: AbortSignal): Promise<Understood> {
  if (text === '') return plainReading(text)
  // The id finds the event.
  if (parseEventId(text) !== undefined) return { ...plainReading(text), words: [] }
  try {
    const { data } = await call(searchRoutes.understand, {
      body: {
        text: text.slice(0, maxSearchText),
        locale: navigator.language,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
      ...(signal && { signal }),
    })
    return { ...data, text }
  } catch (error) {
    if (signal?.aborted === true) throw error
    return { ...plainReading(text), isUnavailable: true }
  }
}

/** What a search left out, because nothing matches all of it; for sentences about it. */
export interface LeftOut {
  parts: { text: string; from: number }[]
  /** '“champions league final” in May 2027' */
  asked: string
  /** '“champions league”'; '' when everything was left out. */
  kept: string
}

/** How the text was read to find events. */
export interface AppliedReading {
  /** What the text means. */
  understood: Understood
  /** What was searched for; wider than `understood` if nothing matches that. */
  reading: Reading
  /** `reading` takes all words as plain text, regardless of their meaning. */
  isAsText: boolean
  leftOut: LeftOut | undefined
}
