import { phoneMessages, phoneProblem } from '@terrace/domain/people/phone'
import { z } from 'zod/mini'
import { wireAttendees } from './attendees.ts'
import { binary } from './binary.ts'
import { cardId } from './cards.ts'
import { clientId } from './client-id.ts'
import { holdId } from './holds.ts'
import { internalDetails } from './internal-details.ts'
import { listingId } from './listings.ts'
import { wireOrder } from './order-shapes.ts'
import { defineRoute } from './route.ts'
import { amountInput } from './wire-money.ts'
import { shortLine } from './visible-text.ts'

const purchaseDetails = {
  /** Who the tickets are for: a client of the team's book, or any name. Without
   * either, the client of the quote; an empty name: none. */
  client_id: z.optional(clientId),
  client_name: z.optional(shortLine(100)),
  ...internalDetails,
}

/** Details that the team records with the order; not part of the payment. */
export const purchaseDetailsBody = z.strictObject(purchaseDetails)

/** Checkout payload (spec §3). The server recalculates every amount. */
export const checkoutBody = z.strictObject({
  payment_method: z.literal('Card', { error: 'must be Card' }),
  use_existing_card: binary,
  /** A saved card of the team; required when `use_existing_card` is 1. */
  card_id: z.optional(cardId),
  card_token: z.optional(z.string().check(z.maxLength(255))),
  /** Saves a new card after it has paid. */
  save_card: z.optional(binary),
  quote_slug: z.optional(z.string().check(z.maxLength(100))),
  ...purchaseDetails,
  total_tickets_price: amountInput,
  total_service_fee: amountInput,
  email_address: z.pipe(
    z.string().check(z.trim(), z.maxLength(254)),
    z.email('Must be a valid email address'),
  ),
  contact_number: z.string().check(
    z.trim(),
    z.superRefine((text, context) => {
      const problem = phoneProblem(text)
      if (problem) context.addIssue({ code: 'custom', message: phoneMessages[problem] })
    }),
  ),
  listings_to_buy: z
    .array(
      z.strictObject({
        listing_id: listingId,
        hold_id: holdId,
        ticket_price: amountInput,
        ticket_quantity: z
          .int({ error: 'must be a whole number of tickets' })
          .check(z.positive('must be at least 1')),
        service_fee: amountInput,
        /** One entry per ticket, when the listing requires attendees. */
        attendees: z.optional(wireAttendees),
      }),
    )
    .check(z.minLength(1, 'must have at least one entry'), z.maxLength(100, 'must have at most 100 entries')),
})
export type CheckoutBody = z.output<typeof checkoutBody>

/** State of a payment attempt (product.md §12.2), returned by `buyer-checkout` and then polled by attempt id. */
export const wireAttempt = z.object({
  /**
   * `refunded`: the payment was undone, because there is no order: either the authorisation was voided, so that nothing was
   * charged, or the captured amount was refunded in full.
   */
  status: z.enum(['processing', 'confirmed', 'requires_action', 'declined', 'refunded', 'cancelled']),
  attempt_id: z.string(),
  order: z.optional(wireOrder),
  next_action: z.optional(z.object({ type: z.literal('redirect_to_url'), url: z.string() })),
  /** During 3-D Secure: the holds cannot expire before this time. */
  held_until: z.optional(z.iso.datetime()),
  /** Why it was declined or refunded, written for the buyer. */
  reason: z.optional(z.string()),
  decline_code: z.optional(z.string()),
})
export type WireAttempt = z.output<typeof wireAttempt>

/** An unfinished payment, so that the buyer can resume it in another tab or on another device. */
export const wireOpenAttempt = z.object({
  ...wireAttempt.shape,
  started_at: z.iso.datetime(),
  /** Holds this attempt pays for. */
  hold_ids: z.array(holdId),
})
export type WireOpenAttempt = z.output<typeof wireOpenAttempt>

/** Pays for held tickets and reports progress (product.md §6). */
export const checkoutRoutes = {
  buy: defineRoute({
    name: 'checkout.buy',
    method: 'POST',
    path: '/{product}/buyer-checkout',
    auth: 'buyer',
    body: checkoutBody,
    response: z.object({ data: wireAttempt }),
    errors: [
      'checkout.totals_differ',
      'checkout.hold_unusable',
      'checkout.currencies_mixed',
      'checkout.in_progress',
      'checkout.card_missing',
      'checkout.card_unknown',
      'checkout.too_many_declines',
      'checkout.too_many_in_progress',
      'client.unknown',
      'cards.too_many',
      'payments.unavailable',
      'payments.rejected',
      'idempotency.key_reused',
    ],
    idempotent: true,
  }),
  /** The team's unfinished payments, newest first. */
  openAttempts: defineRoute({
    name: 'checkout.open-attempts',
    method: 'GET',
    path: '/{product}/checkout-attempts',
    auth: 'buyer',
    response: z.object({ data: z.array(wireOpenAttempt) }),
    errors: [],
  }),
  attempt: defineRoute({
    name: 'checkout.attempt',
    method: 'GET',
    path: '/{product}/checkout-attempts/:attempt_id',
    auth: 'buyer',
    params: z.object({ attempt_id: z.string().check(z.maxLength(80)) }),
    response: z.object({ data: wireAttempt }),
    errors: ['checkout.attempt_not_found'],
  }),
}
