import { z } from 'zod'
import { foldProduct } from './product.ts'

/**
 * What the search index holds, and where. Asked by the official Algolia client, so there are no routes here: the wire is
 * that client's (`/1/indexes/…`). No record has a price or a stock in it; rows ask for those (product.md §12).
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
  return foldProduct(indexes[index], product)
}

/** Page size of event search (spec §7). */
export const eventHitsPerPage = 20

/** By these a search of events may be narrowed and counted. */
export const eventFacets = ['sport', 'competition', 'venue.city', 'venue.country_code'] as const

/** A record of `{product}_events`. A hit also has `_highlightResult`, in which `<em>` marks what was typed. */
export const eventRecord = z.object({
  objectID: z.string(),
  id: z.int(),
  type: z.literal('event'),
  title: z.string(),
  slug: z.string(),
  /** Unix seconds of the venue's wall time read as UTC (product.md §11); filters compare it. */
  event_date_local: z.int(),
  date_confirmed: z.boolean(),
  time_confirmed: z.boolean(),
  timezone: z.string(),
  status: z.enum(['scheduled', 'postponed', 'rescheduled', 'cancelled']),
  venue: z.object({ id: z.int(), name: z.string(), city: z.string(), country_code: z.string() }),
  /** The competition, or the genre where there is none. */
  category: z.object({ id: z.int(), name: z.string(), slug: z.string() }),
  /** Name of the sport or genre above all: "Football". */
  sport: z.string(),
  /** Name of `category`: "Premier League". */
  competition: z.string(),
  performers: z.array(z.object({ id: z.int(), name: z.string(), slug: z.string(), role: z.string() })),
  exchanges: z.array(z.int()),
  is_source_tixstock: z.int(),
})
export type EventRecord = z.output<typeof eventRecord>

/** A record of `{product}_performers`: a team, an artist or a driver with events to come. */
export const performerRecord = z.object({
  objectID: z.string(),
  id: z.int(),
  type: z.literal('performer'),
  kind: z.enum(['team', 'artist', 'driver']),
  title: z.string(),
  slug: z.string(),
  /** Competitions in which it is met: "Premier League". */
  competitions: z.array(z.string()),
  event_count: z.int(),
})
export type PerformerRecord = z.output<typeof performerRecord>

/** A record of `{product}_venues`: a venue with events to come. */
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

/** A record of `{product}_categories`: a sport, a genre or a competition with events to come. */
export const categoryRecord = z.object({
  objectID: z.string(),
  id: z.int(),
  type: z.literal('category'),
  kind: z.enum(['sport', 'genre', 'competition']),
  title: z.string(),
  slug: z.string(),
  /** Name of the category above it, '' for the topmost. */
  parent: z.string(),
  event_count: z.int(),
})
export type CategoryRecord = z.output<typeof categoryRecord>
