import { z } from 'zod/mini'
import { internalNote, seenText } from './internal-details.ts'
import { listingId } from './listings.ts'
import { defineRoute } from './route.ts'
import { ticketedEvent } from './ticketed-event.ts'
import { wireMoney } from './wire-money.ts'

export const holdId = z.string().check(z.regex(/^hld_[0-9A-Za-z_-]{1,60}$/, 'must be a hold id'))

const quantity = z
  .int({ error: 'must be a whole number of tickets' })
  .check(z.gte(1, 'must be at least 1'), z.lte(10_000, 'must be at most 10000'))

/** The maximum number of listings in one hold call, and of holds in one release call. */
export const maxItemsPerCall = 100

/** One line of a new hold, in request order (product.md §4). `service_fee` is per ticket. */
export const wireHoldLine = z.object({
  hold_id: holdId,
  listing_id: listingId,
  quantity: z.int(),
  price: wireMoney,
  service_fee: wireMoney,
  service_fee_percent: z.string(),
  expires_at: z.iso.datetime(),
})
export type WireHoldLine = z.output<typeof wireHoldLine>

/** A hold in the team's list, with the listing details that the basket shows. */
export const wireHold = z.object({
  ...wireHoldLine.shape,
  state: z.enum(['active', 'paying']),
  /** The part that will be released at `release_at`, unless the team undoes it or a payment starts first. */
  releasing: z.optional(z.object({ quantity: z.int(), release_at: z.iso.datetime() })),
  /** The quote that the hold is for, by its id (`quoteId` elsewhere), not by its slug or number. */
  quote_ref: z.optional(z.string()),
  /** Title and client of that quote; `null` without one. */
  quote: z.nullable(z.object({ title: z.string(), client_name: z.nullable(z.string()) })),
  /** The price before conversion, and the frozen rate with its date; absent without conversion. */
  conversion: z.optional(z.object({ original_price: wireMoney, rate: z.string(), rate_date: z.iso.date() })),
  /**
   * If this hold ends without a purchase, the team cannot hold the listing again for this many minutes. `null`: no
   * cool-down.
   */
  next_hold_waits_minutes: z.nullable(z.int()),
  /** The team's own note, which clients never see. */
  internal_note: z.nullable(z.string()),
  /** The member who placed the hold; `null` if the account no longer exists. */
  held_by: z.nullable(z.object({ name: z.string(), is_me: z.boolean() })),
  event: ticketedEvent,
  listing: z.object({
    category_name: z.string(),
    section: z.string(),
    row: z.string(),
    /** The listing's seat numbers; the held ones are assigned with the purchase. `null` when unknown or hidden. */
    first_seat: z.nullable(z.int()),
    last_seat: z.nullable(z.int()),
    /** Every seat, unless they are adjacent. */
    seats: z.optional(z.array(z.int())),
    ticket_type: z.string(),
    in_hand_date: z.string(),
    instant_download: z.boolean(),
    attendee_delivery_details_required: z.boolean(),
    attendee_identification_details_required: z.boolean(),
    seller_name: z.string(),
    /** Quantities of this hold that may be released now: always all of it, but none while it is being paid for. */
    releasable: z.array(z.int()),
  }),
})
export type WireHold = z.output<typeof wireHold>

const holdItems = z
  .array(
    z.strictObject({
      listing_id: listingId,
      quantity,
      /** The quote that the hold is for, by its id. Ids that are not the team's quotes are rejected with `hold.quote_unknown`. */
      quote_ref: z.optional(z.string().check(z.maxLength(100))),
      target_currency: z.optional(
        z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a three-letter currency code')),
      ),
    }),
  )
  .check(
    z.minLength(1, 'must have at least one item'),
    z.maxLength(maxItemsPerCall, `must have at most ${maxItemsPerCall} items`),
  )

const releaseItems = z
  .array(z.strictObject({ hold_id: holdId, quantity }))
  .check(
    z.minLength(1, 'must have at least one item'),
    z.maxLength(maxItemsPerCall, `must have at most ${maxItemsPerCall} items`),
  )

export const holdsRoutes = {
  place: defineRoute({
    name: 'holds.place',
    method: 'POST',
    path: '/tickets/hold-multiple-tickets',
    host: 'tickets',
    auth: 'buyer',
    body: holdItems,
    response: z.object({ data: z.array(wireHoldLine) }),
    errors: [
      'hold.rejected',
      'hold.team_limit_exceeded',
      'hold.rate_stale',
      'hold.quote_unknown',
      'currency.unknown',
      'idempotency.key_reused',
    ],
    idempotent: true,
  }),
  /** Releases at once. The Release button uses `scheduleRelease`. */
  release: defineRoute({
    name: 'holds.release',
    method: 'POST',
    path: '/tickets/release-multiple-tickets',
    host: 'tickets',
    auth: 'buyer',
    body: releaseItems,
    response: z.object({
      data: z.array(z.object({ hold_id: holdId, released: z.int(), remaining: z.int() })),
    }),
    errors: ['hold.release_rejected', 'idempotency.key_reused'],
    idempotent: true,
  }),
  /** Like `release`, but the tickets stay held for five seconds, during which `undoRelease` cancels it. */
  scheduleRelease: defineRoute({
    name: 'holds.schedule-release',
    method: 'POST',
    path: '/tickets/schedule-release',
    host: 'tickets',
    auth: 'buyer',
    body: releaseItems,
    response: z.object({
      data: z.array(
        z.object({
          hold_id: holdId,
          quantity: z.int(),
          /** Tickets still held after the release. */
          remaining: z.int(),
          release_at: z.iso.datetime(),
        }),
      ),
    }),
    errors: ['hold.release_rejected', 'idempotency.key_reused'],
    idempotent: true,
  }),
  /**
   * `held`: how many tickets of the hold the team still has, held or bought. Fewer than before when the undo came too
   * late, 0 when the hold ended without a sale.
   */
  undoRelease: defineRoute({
    name: 'holds.undo-release',
    method: 'POST',
    path: '/tickets/undo-release',
    host: 'tickets',
    auth: 'buyer',
    body: z
      .array(z.strictObject({ hold_id: holdId }))
      .check(
        z.minLength(1, 'must have at least one item'),
        z.maxLength(maxItemsPerCall, `must have at most ${maxItemsPerCall} items`),
      ),
    response: z.object({ data: z.array(z.object({ hold_id: holdId, held: z.int() })) }),
    errors: [],
  }),
  list: defineRoute({
    name: 'holds.list',
    method: 'GET',
    path: '/{product}/holds',
    auth: 'buyer',
    response: z.object({
      data: z.array(wireHold),
      meta: z.object({ held: z.int(), limit: z.int() }),
    }),
    errors: [],
  }),
  /**
   * Replaces the team's note on a hold, or removes it if none is sent. If someone has changed the note since the caller saw it
   * (`expected`), the request is rejected, and `errors.current` contains the current note.
   */
  changeNote: defineRoute({
    name: 'holds.change-note',
    method: 'POST',
    path: '/{product}/holds/:hold_id/note',
    auth: 'buyer',
    params: z.object({ hold_id: holdId }),
    body: z.strictObject({
      internal_note: internalNote,
      expected: z.optional(z.strictObject({ internal_note: seenText })),
    }),
    response: z.object({ data: z.object({ hold_id: holdId, internal_note: z.nullable(z.string()) }) }),
    errors: ['hold.not_found', 'details.changed'],
  }),
  /** Which of the given holds of this team ended without a purchase: expired or released. */
  endedUnsold: defineRoute({
    name: 'holds.ended-unsold',
    method: 'GET',
    path: '/{product}/holds/ended-unsold',
    auth: 'buyer',
    query: z.object({
      'hold_id[]': z.pipe(
        z.transform((value: unknown) => [value].flat()),
        z.array(holdId).check(z.maxLength(100, 'must be at most 100')),
      ),
    }),
    response: z.object({ data: z.array(holdId) }),
    errors: [],
  }),
}
