import { eventPartKinds } from '@terrace/domain/search/query-part'
import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

/** Longer texts are not searched. */
export const maxSearchText = 10_000

/** Where a part stands in the typed text, in characters; `to` is not included. */
const span = { from: z.int(), to: z.int(), text: z.string() }

/** A part that limits which events are found, as `EventPart` of packages/domain/src/search/query-part.ts. */
export const understoodPart = z.object({
  kind: z.enum(eventPartKinds),
  ...span,
  label: z.string(),
  /** Other readings that match too, such as the other order of 3/4. */
  alternatives: z.array(z.string()),
  /** Facet filters of the event index: every list must match, by any of its values. */
  facets: z.array(z.array(z.string())),
  /** Days as 'YYYY-MM-DD', both inclusive. */
  ranges: z.array(z.object({ start: z.string(), end: z.string() })),
  name: z.optional(z.string()),
  /** A word of the text that has no effect: a week day that the date does not fall on. */
  unused: z.optional(z.string()),
})

/** The filters for listings that were found in the typed text; the page of the opened event applies them. */
export const typedListingFilters = z.object({
  quantity: z.optional(z.int()),
  /** Ticket prices before the service fee, in the caller's currency; typed limits include it. */
  min: z.optional(z.string()),
  max: z.optional(z.string()),
  type: z.optional(z.array(z.enum(deliveryTypes))),
  in_hand: z.optional(z.literal('1')),
  instant: z.optional(z.literal('1')),
  hospitality: z.optional(z.literal('1')),
  /** Venue parts as typed; the event page turns them into categories or sections. */
  venue_part: z.optional(z.array(z.string())),
  /** What could not become a filter, such as an amount without an exchange rate. */
  ignored_word: z.optional(z.array(z.string())),
})
export type TypedListingFilters = z.output<typeof typedListingFilters>

export const understanding = z.object({
  parts: z.array(understoodPart),
  listing_parts: z.array(z.object({ ...span, label: z.string() })),
  /** Words to search as text. */
  words: z.array(z.object({ ...span, is_quoted: z.boolean() })),
  listing: typedListingFilters,
  /** The query without its listing filters, to search events with. */
  event_text: z.string(),
  /** Whether only the beginning of the text was read. */
  is_truncated: z.boolean(),
})
export type WireUnderstanding = z.output<typeof understanding>

export const searchRoutes = {
  /**
   * What a typed query means: names, dates and stages become filters of the event index, embedded or hosted; what it
   * asks of listings becomes filters of the event page.
   */
  understand: defineRoute({
    name: 'search.understand',
    method: 'POST',
    path: '/{product}/understand-search',
    auth: 'buyer',
    body: z.strictObject({
      text: z.string().check(z.maxLength(maxSearchText, `must be at most ${maxSearchText} characters`)),
      /** Decides whether 3/4 is in March or April. */
      locale: z.optional(z.string().check(z.maxLength(100, 'must be at most 100 characters'))),
      /** Decides which day is today; UTC without. */
      timezone: z.optional(z.string().check(z.maxLength(100, 'must be at most 100 characters'))),
    }),
    response: z.object({ data: understanding }),
    errors: [],
  }),
}
