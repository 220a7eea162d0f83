import { z } from 'zod/mini'
import { wireColours } from './catalogue.ts'
import { expandProduct } from './product.ts'

/**
 * Search indexes and their records. Queried with the official Algolia client, so there are no routes here. Records
 * contain no prices or stock; result rows load those (product.md §12.4).
 */
const indexes = {
  events: '{product}_events',
  performers: '{product}_performers',
  venues: '{product}_venues',
  categories: '{product}_categories',
} as const

export type SearchIndex = keyof typeof indexes

/** `events` of `trade` → `trade_events` (spec §7). */
export function searchIndexName(index: SearchIndex, product: string): string {
  return expandProduct(indexes[index], product)
}

/** Page size of event search (spec §7). */
export const eventHitsPerPage = 20

export const eventFacets = ['sport', 'competition', 'venue.city', 'venue.country_code'] as const

/** A record of `{product}_events`. Hits add `_highlightResult`, with matches in `<em>`. */
export const eventRecord = z.object({
  objectID: z.string(),
  id: z.int(),
  type: z.literal('event'),
  title: z.string(),
  slug: z.string(),
  /** The venue's local time read as UTC, in Unix seconds (product.md §11.4); used by filters. */
  event_date_local: z.int(),
  date_confirmed: z.boolean(),
  time_confirmed: z.boolean(),
  timezone: z.string(),
  status: z.enum(['scheduled', 'postponed', 'rescheduled', 'cancelled']),
  venue: z.object({ id: z.int(), name: z.string(), city: z.string(), country_code: z.string() }),
  /** The competition, or the genre if there is none. */
  category: z.object({ id: z.int(), name: z.string(), slug: z.string() }),
  /** Name of the top-level sport or genre: "Football". */
  sport: z.string(),
  /** Name of `category`: "Premier League". */
  competition: z.string(),
  performers: z.array(z.object({ id: z.int(), name: z.string(), slug: z.string(), role: z.string() })),
  /** Numbers of the ticket exchanges that list the event, from the configuration. */
  exchanges: z.array(z.int()),
  /** Always 1: existing search clients filter by it (spec §7). */
  is_source_tixstock: z.int(),
})
export type EventRecord = z.output<typeof eventRecord>

/** A team, artist or driver with upcoming events, in `{product}_performers`. */
export const performerRecord = z.object({
  objectID: z.string(),
  id: z.int(),
  type: z.literal('performer'),
  kind: z.enum(['team', 'artist', 'driver', 'constructor']),
  title: z.string(),
  slug: z.string(),
  /** Background and second colour; the name decides where they are `null`. */
  colours: z.nullable(wireColours),
  /** Competitions it appears in: "Premier League". */
  competitions: z.array(z.string()),
  event_count: z.int(),
})
export type PerformerRecord = z.output<typeof performerRecord>

/** A venue with upcoming events, in `{product}_venues`. */
export const venueRecord = z.object({
  objectID: z.string(),
  id: z.int(),
  type: z.literal('venue'),
  title: z.string(),
  slug: z.string(),
  city: z.string(),
  country_code: z.string(),
  event_count: z.int(),
})
export type VenueRecord = z.output<typeof venueRecord>

/** A sport, genre or competition with upcoming events, in `{product}_categories`. */
export const categoryRecord = z.object({
  objectID: z.string(),
  id: z.int(),
  type: z.literal('category'),
  kind: z.enum(['sport', 'genre', 'competition']),
  title: z.string(),
  slug: z.string(),
  /** Name of the parent category; '' at the top level. */
  parent: z.string(),
  event_count: z.int(),
})
export type CategoryRecord = z.output<typeof categoryRecord>
