import { z } from 'zod/mini'
import { listingFilter } from './listings.ts'
import { defineRoute } from './route.ts'
import { visibleLine } from './visible-text.ts'

/** Searches of one account whose events have not started. */
export const maxSavedSearches = 50
export const maxSearchNameLength = 60

const searchId = z.string().check(z.regex(/^ssr_[0-9A-Za-z_-]{1,60}$/, 'must be a saved search id'))
const name = z.string().check(visibleLine(), z.minLength(1), z.maxLength(maxSearchNameLength))

/** A search of one event's listings. Its owner is alerted when a listing starts to match. */
export const wireSavedSearch = z.object({
  id: searchId,
  name: z.string(),
  event: z.object({
    id: z.int(),
    title: z.string(),
    slug: z.string(),
    /** Local time of the venue. */
    event_date_local: z.string(),
    date_confirmed: z.boolean(),
    time_confirmed: z.boolean(),
    venue_name: z.string(),
    city: z.string(),
  }),
  /** In the format of the feed's query. */
  filter: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** Fee of the prices in `filter`, which are before it. */
  service_fee_percent: z.string(),
  /** Alerts in the notifications centre. */
  live: z.boolean(),
  /** Alerts by email. */
  mail: z.boolean(),
  /** `ended`: the event has started or was cancelled. */
  state: z.enum(['active', 'ended']),
  created_at: z.iso.datetime(),
  last_alert_at: z.nullable(z.iso.datetime()),
})
export type WireSavedSearch = z.output<typeof wireSavedSearch>

const searchParams = z.object({ search_id: searchId })
const searchResponse = z.object({ data: wireSavedSearch })

export const savedSearchesRoutes = {
  /** Newest first. */
  list: defineRoute({
    name: 'saved_searches.list',
    method: 'GET',
    path: '/{product}/saved-searches',
    auth: 'buyer',
    response: z.object({ data: z.array(wireSavedSearch) }),
    errors: [],
  }),
  /** Saving the same filters of the same event again changes name and alerts of the search. */
  save: defineRoute({
    name: 'saved_searches.save',
    method: 'POST',
    path: '/{product}/saved-searches',
    auth: 'buyer',
    body: z.strictObject({
      event_id: z.int().check(z.positive(), z.lte(2_147_483_647)),
      name,
      filter: listingFilter,
      live: z.boolean(),
      mail: z.boolean(),
    }),
    response: searchResponse,
    errors: ['event.not_found', 'currency.unknown', 'saved_search.event_over', 'saved_search.too_many'],
  }),
  change: defineRoute({
    name: 'saved_searches.change',
    method: 'PATCH',
    path: '/{product}/saved-searches/:search_id',
    auth: 'buyer',
    params: searchParams,
    body: z.strictObject({
      name: z.optional(name),
      live: z.optional(z.boolean()),
      mail: z.optional(z.boolean()),
    }),
    response: searchResponse,
    errors: ['saved_search.not_found'],
  }),
  remove: defineRoute({
    name: 'saved_searches.remove',
    method: 'DELETE',
    path: '/{product}/saved-searches/:search_id',
    auth: 'buyer',
    params: searchParams,
    response: z.object({ data: z.object({ removed: z.int() }) }),
    errors: ['saved_search.not_found'],
  }),
}
