import {
  searchRoutes,
  type ListingFilters,
  type WireUnderstanding,
} from '@terrace/contracts/search-understanding'
import { withoutSpans } from '@terrace/domain/search/edit-query'
import type { Reading } from '@terrace/domain/search/event-search'
import { call } from '#web/lib/http/api-client.ts'
import { parseEventId } from './search-state.ts'

/** What the typed text means. */
export interface Understood extends Reading {
  /** The typed text, in which parts have their places. */
  text: string
  listingParts: WireUnderstanding['listing_parts']
  listing: ListingFilters
  isTruncated: boolean
  /** The text that finds events: without what filters listings. */
  eventText: string
}

/** The text as plain words, while it cannot be understood. */
function plainReading(text: string): Understood {
  return { ...asText(text), text, listingParts: [], listing: {}, isTruncated: false, eventText: text }
}

/** Every word as text; commas and quotation marks are nothing to find. */
export function asText(text: string): Reading {
  const words = [...text.matchAll(/[^\s"“”,;()]+/gu)].map((match) => ({
    text: match[0],
    from: match.index,
    to: match.index + match[0].length,
    isQuoted: false,
  }))
  return { parts: [], words }
}

/** Asks what the text means. A failure leaves plain words, so that search works as long as the index does. */
export async function understand(text: string, signal?: AbortSignal): Promise<Understood> {
  if (text === '') return plainReading(text)
  // The id finds the event.
  if (parseEventId(text) !== undefined) return { ...plainReading(text), words: [] }
  try {
    const { data } = await call(searchRoutes.understand, {
      body: {
        text: text.slice(0, maxText),
        locale: navigator.language,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
      ...(signal && { signal }),
    })
    return {
      text,
      parts: data.parts.map(({ name, ...part }) => ({ ...part, ...(name !== undefined && { name }) })),
      words: data.words.map(({ is_quoted: isQuoted, ...word }) => ({ ...word, isQuoted })),
      listingParts: data.listing_parts,
      listing: data.listing,
      isTruncated: data.is_truncated,
      eventText: withoutSpans(text, data.listing_parts),
    }
  } catch (error) {
    if (signal?.aborted === true) throw error
    return plainReading(text)
  }
}

const maxText = 10_000
