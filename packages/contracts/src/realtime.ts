import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

/** Events on a team's channel. They carry no data, except {@link quoteUpdate} and {@link accountUpdate}; subscribers
 * reload. */
export const teamEvents = {
  countsChanged: 'counts-changed',
  holdsChanged: 'holds-changed',
  trackingChanged: 'tracking-changed',
  quotesChanged: 'quotes-changed',
  /** An order was placed, or a line was delivered, cancelled, refunded or reported. */
  ordersChanged: 'orders-changed',
  /** A team member saved checkout details. */
  draftChanged: 'draft-changed',
  /** One account's preferences, notifications or dismissals changed; {@link accountUpdate} names it. */
  preferencesChanged: 'preferences-changed',
  notificationsChanged: 'notifications-changed',
  attentionChanged: 'attention-changed',
} as const

/** On a team's channel, without data: what its members may do changed. */
export const accessChanged = 'access-changed'

/**
 * Data of `quotes-changed`: the quote and the client's action. `viewed` is sent for the first view, then at most once
 * an hour; `changed` covers everything else and shows no notification.
 */
export const quoteUpdate = z.object({
  quote_id: z.string(),
  kind: z.enum(['viewed', 'accepted', 'declined', 'changed']),
})
export type QuoteUpdate = z.output<typeof quoteUpdate>

/** Data of events that concern one account; other members of the team ignore them. */
export const accountUpdate = z.object({ account_id: z.string() })
export type AccountUpdate = z.output<typeof accountUpdate>

/** Only members of the team may subscribe. */
export const teamChannelPrefix = 'private-team-'
export const teamChannel = (teamId: string): string => `${teamChannelPrefix}${teamId}`

/** Events on an event's channel, with {@link eventUpdate} as data. */
export const eventChannelEvents = { changed: 'event-changed' } as const

/** Any logged-in user may subscribe. Messages say what changed, never the new values (product.md §12.4). */
export const eventChannelPrefix = 'private-event-'
export const eventChannel = (eventId: number): string => `${eventChannelPrefix}${eventId}`

/**
 * A hint to refetch: at most one message every 50 ms on our own sockets, one per half second on hosted Pusher.
 * Subscribers refetch the listed ids from `tickets/feed` (`listing_id[]`; a missing id is gone), and everything after
 * a disconnect. A version lower than announced means that a process is behind: refetch.
 */
export const eventUpdate = z.object({
  /** The event itself changed: its date, status, names or total stock. */
  event_changed: z.boolean(),
  /**
   * Listings that were added, changed or removed (holds included), with their new versions. `null` when more than
   * {@link maxListingsPerUpdate} changed.
   */
  listings: z.nullable(z.array(z.object({ id: z.string(), version: z.int() }))),
})
export type EventUpdate = z.output<typeof eventUpdate>

/** A Pusher message carries at most 10 kB. */
export const maxListingsPerUpdate = 100

export const realtimeRoutes = {
  /**
   * Authorises a socket for one private or presence channel. Request (also form-encoded) and response follow the
   * Pusher protocol. Every rejection is a 403, because a 401 would log the browser out.
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
    errors: ['realtime.access_denied'],
  }),
}
