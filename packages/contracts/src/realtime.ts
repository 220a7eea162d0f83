import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

/** Events on the channel of a team. They carry nothing, but {@link quoteNews}: who hears one asks again. */
export const teamEvents = {
  countsChanged: 'counts-changed',
  holdsChanged: 'holds-changed',
  trackingNews: 'tracking-news',
  quotesChanged: 'quotes-changed',
  /** An order of the team's has come, or a line of one has moved, was delivered, refunded or reported. */
  ordersChanged: 'orders-changed',
  /** What a member of the team fills in at the checkout was kept. */
  draftChanged: 'draft-changed',
} as const

/**
 * What `quotes-changed` says: which quote, and what its client did with it just now. `viewed` comes with the first view
 * and then at most once an hour; `changed` is anything else, and no reason for a notice.
 */
export const quoteNews = z.object({
  quote_id: z.string(),
  kind: z.enum(['viewed', 'accepted', 'declined', 'changed']),
})
export type QuoteNews = z.output<typeof quoteNews>

/** Only the members of the team may subscribe. */
export const teamChannelPrefix = 'private-team-'
export const teamChannel = (teamId: string): string => `${teamChannelPrefix}${teamId}`

/** What comes on the channel of an event; its data is {@link eventNews}. */
export const eventEvents = { changed: 'event-changed' } as const

/** Anybody who is signed in may subscribe; it is told what has changed, never to what (product.md §12). */
export const eventChannelPrefix = 'private-event-'
export const eventChannel = (eventId: number): string => `${eventChannelPrefix}${eventId}`

/**
 * News of an event: at most one message every 50 ms by our own sockets, and by a hosted server one for each batch of what
 * has changed in half a second. It is a hint: who hears it asks `tickets/feed` for the listings named (`listing_id[]`; one
 * that does not come back is gone), and who has been away for a while asks for everything. A listing that comes back with a
 * lower version than was told comes from a process that has not heard yet: ask again.
 */
export const eventNews = z.object({
  /** The event itself is not what it was: its date, its standing, a name on it, or its stock as a whole. */
  event_changed: z.boolean(),
  /**
   * Listings that have come, changed or gone (a hold counts), each with its new version, at most {@link mostListingsTold};
   * null where there are more: then any may have changed.
   */
  listings: z.nullable(z.array(z.object({ id: z.string(), version: z.int() }))),
})
export type EventNews = z.output<typeof eventNews>

/** A message carries 10 kB at most. */
export const mostListingsTold = 100

export const realtimeRoutes = {
  /**
   * Lets one socket into one private or presence channel, as the Pusher protocol has it: also form-encoded, and the answer
   * is the protocol's, not ours. Every refusal is a 403; a lost session must not sign the browser out from here.
   */
  authorise: defineRoute({
    name: 'realtime.authorise',
    method: 'POST',
    path: '/realtime/auth',
    auth: 'public',
    body: z.object({
      socket_id: z.string().check(z.regex(/^\d{1,20}\.\d{1,20}$/, 'must be a socket id such as 123.456')),
      channel_name: z.string().check(z.minLength(1), z.maxLength(200)),
    }),
    response: z.object({ auth: z.string(), channel_data: z.optional(z.string()) }),
    errors: ['realtime.refused'],
  }),
}
