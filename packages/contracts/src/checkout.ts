import { phoneMessages, phoneProblem } from '@terrace/domain/phone'
import { z } from 'zod/mini'
import { wireAttendees } from './attendees.ts'
import { binary } from './binary.ts'
import { cardId } from './cards.ts'
import { holdId } from './holds.ts'
import { listingId } from './listings.ts'
import { wireOrder } from './orders.ts'
import { defineRoute } from './route.ts'
import { amountInput } from './wire-money.ts'

/** The checkout payload (spec §3). Every figure in it is computed again by the server. */
export const checkoutBody = z.strictObject({
  payment_method: z.literal('Card', { error: 'must be Card' }),
  use_existing_card: binary,
  /** With `use_existing_card` 1: one of the team's saved cards. */
  card_id: z.optional(cardId),
  card_token: z.optional(z.string().check(z.maxLength(255))),
  /** Keeps a new card for the next time, once it has paid. */
  save_card: z.optional(binary),
  quote_slug: z.optional(z.string().check(z.maxLength(100))),
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
        /** One entry for each ticket, where the listing asks for it. */
        attendees: z.optional(wireAttendees),
      }),
    )
    .check(z.minLength(1, 'must hold at least one entry'), z.maxLength(100, 'must hold at most 100 entries')),
})
export type CheckoutBody = z.output<typeof checkoutBody>

/** Where a checkout stands (product.md §12): asked once by `buyer-checkout`, then by its attempt's id. */
export const wireAttempt = z.object({
  status: z.enum(['processing', 'confirmed', 'requires_action', 'declined', 'refunded', 'cancelled']),
  attempt_id: z.string(),
  order: z.optional(wireOrder),
  next_action: z.optional(z.object({ type: z.literal('redirect_to_url'), url: z.string() })),
  /** While the bank asks: until when its tickets cannot lapse. */
  held_until: z.optional(z.iso.datetime()),
  /** Why it was declined or refunded, in words for the buyer. */
  reason: z.optional(z.string()),
  decline_code: z.optional(z.string()),
})
export type WireAttempt = z.output<typeof wireAttempt>

/** A payment that has not come to its end, for whoever looks again from another tab or device. */
export const wireOpenAttempt = z.object({
  ...wireAttempt.shape,
  started_at: z.iso.datetime(),
  /** What it pays for. */
  hold_ids: z.array(holdId),
})
export type WireOpenAttempt = z.output<typeof wireOpenAttempt>

/** Paying for held tickets, and how far that is (product.md §6). */
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
      'cards.too_many',
      'payments.unavailable',
      'payments.refused',
      'idempotency.key_reused',
    ],
    idempotent: true,
  }),
  /** The team's payments that are under way, the latest first. */
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
