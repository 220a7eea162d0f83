import { z } from 'zod/mini'
import { holdId } from './holds.ts'
import { listingId } from './listings.ts'
import { quoteId } from './quote-shapes.ts'
import { defineRoute } from './route.ts'
import { wireMoney } from './wire-money.ts'

const attentionEvent = z.object({ id: z.int(), title: z.string(), slug: z.string() })

const quote = {
  id: quoteId,
  event: attentionEvent,
  /** The client's name, or the quote's title. */
  client: z.string(),
  /** Client price: one amount, or the range of alternatives; `null` for a whole event. */
  total: z.nullable(z.object({ lowest: wireMoney, highest: wireMoney })),
  expires_at: z.iso.datetime(),
}

/** Identifies the report of an item that can be dismissed. A newer report is listed again. */
const version = z.string().check(z.minLength(1), z.maxLength(40))

/** Something for the broker to do, or to know. */
export const wireAttentionItem = z.discriminatedUnion('kind', [
  /** A hold group: held tickets of one event that are checked out together, and that are about to expire, or whose attendee details are missing. */
  z.object({
    kind: z.literal('hold'),
    /** The hold that expires first. */
    id: holdId,
    event: attentionEvent,
    hold_ids: z.array(holdId),
    quantity: z.int(),
    /** Fee included. */
    total: wireMoney,
    /** The earliest expiry of the holds. */
    expires_at: z.iso.datetime(),
    /** Attendees whose required details are not complete yet. */
    missing_attendees: z.int(),
  }),
  z.object({ kind: z.literal('quote_expiring'), ...quote, opened: z.boolean() }),
  z.object({ kind: z.literal('quote_accepted'), ...quote, version, responded_at: z.iso.datetime() }),
  z.object({ kind: z.literal('quote_declined'), ...quote, version, responded_at: z.iso.datetime() }),
  /** A tracked listing that costs less than when it was tracked. */
  z.object({
    kind: z.literal('price_drop'),
    id: listingId,
    version,
    event: attentionEvent,
    section: z.string(),
    row: z.string(),
    available: z.int(),
    price: wireMoney,
    price_when_tracked: wireMoney,
    /** Fee included. */
    all_in_price: wireMoney,
    all_in_price_when_tracked: wireMoney,
  }),
  /** Tickets of an order that were not delivered in time. */
  z.object({
    kind: z.literal('delivery_late'),
    id: z.string(),
    number: z.string(),
    event: attentionEvent,
    quantity: z.int(),
    total: wireMoney,
    /** When the first of them was expected. */
    expected_by: z.iso.datetime(),
  }),
])
export type WireAttentionItem = z.output<typeof wireAttentionItem>

/** At most this many items of each kind are listed; the counts cover all. */
export const maxAttentionItems = 50

const attention = z.object({
  /** The most urgent first. */
  data: z.array(wireAttentionItem),
  meta: z.object({
    /** Number of items per subject, including unlisted ones. */
    counts: z.object({
      hold_groups: z.int(),
      quotes: z.int(),
      price_drops: z.int(),
      late_deliveries: z.int(),
    }),
    /** Holds in all hold groups. */
    hold_count: z.int(),
    /** When the list changes by time alone; other changes are announced on the team's channel. */
    refresh_at: z.iso.datetime(),
  }),
})
export type WireAttention = z.output<typeof attention>

/** The "Needs attention" section of the home page. */
export const attentionRoutes = {
  read: defineRoute({
    name: 'workspace.attention',
    method: 'GET',
    path: '/{product}/attention',
    auth: 'buyer',
    response: attention,
    errors: [],
  }),
  /**
   * Removes an item from the account's list, or returns it. Repeating it changes nothing; ids that the account does
   * not have are ignored.
   */
  dismiss: defineRoute({
    name: 'workspace.dismiss-attention',
    method: 'POST',
    path: '/{product}/attention/dismissals',
    auth: 'buyer',
    body: z.strictObject({
      id: z.union([quoteId, listingId], { error: 'must be the id of a quote or a listing' }),
      version,
      dismissed: z.boolean({ error: 'must be true or false' }),
    }),
    response: z.object({ data: z.object({ id: z.string(), dismissed: z.boolean() }) }),
    errors: [],
  }),
}
