import { z } from 'zod/mini'
import { holdId } from './holds.ts'
import { listingId } from './listings.ts'
import { wireOrder } from './orders.ts'
import { defineRoute } from './route.ts'
import { amountInput } from './wire-money.ts'

const binary = z.union([z.literal(0), z.literal(1)], { error: 'must be 0 or 1' })

/** The checkout payload (spec §3). Every figure in it is computed again by the server. */
export const checkoutBody = z.strictObject({
  payment_method: z.literal('Card', { error: 'must be Card' }),
  use_existing_card: binary,
  card_id: z.optional(z.string().check(z.maxLength(255))),
  card_token: z.optional(z.string().check(z.maxLength(255))),
  quote_slug: z.optional(z.string().check(z.maxLength(100))),
  total_tickets_price: amountInput,
  total_service_fee: amountInput,
  email_address: z.pipe(
    z.string().check(z.trim(), z.maxLength(254)),
    z.email('Must be a valid email address'),
  ),
  contact_number: z.string().check(z.trim(), z.minLength(6, 'Too short'), z.maxLength(20, 'Too long')),
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
        attendees: z.optional(
          z.array(z.record(z.string(), z.string().check(z.maxLength(500)))).check(z.maxLength(100)),
        ),
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
  /** Why it was declined or refunded, in words for the buyer. */
  reason: z.optional(z.string()),
  decline_code: z.optional(z.string()),
})
export type WireAttempt = z.output<typeof wireAttempt>

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
      'idempotency.key_reused',
    ],
    idempotent: true,
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
