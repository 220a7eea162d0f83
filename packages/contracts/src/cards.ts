import { z } from 'zod/mini'
import { binary } from './binary.ts'
import { defineRoute } from './route.ts'

export const cardId = z.string().check(z.regex(/^crd_[0-9A-Za-z]{1,60}$/, 'must be a card id'))

/** A card the team saved with the payment gateway. Terrace never sees its number. */
export const wireCard = z.object({
  id: cardId,
  /** Lower case: visa, mastercard, amex, discover, diners, jcb, unionpay. */
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  is_default: z.boolean(),
  is_expired: z.boolean(),
  /** Distinguishes two saved copies of the same card. */
  added_at: z.iso.datetime(),
})
export type WireCard = z.output<typeof wireCard>

/** The team's cards: default first, then newest first. */
const cards = z.object({ data: z.array(wireCard) })

const setupId = z.string().check(z.regex(/^seti_[0-9A-Za-z_]{1,100}$/, 'must be a setup id'))
const cardParams = z.object({ card_id: z.string().check(z.maxLength(80)) })

/** The team's saved cards, stored by the payment gateway (product.md §6). */
export const cardsRoutes = {
  list: defineRoute({
    name: 'cards.list',
    method: 'GET',
    path: '/settings/account/cards',
    auth: 'buyer',
    response: cards,
    errors: [],
  }),
  /**
   * Creates a setup for one new card. The browser uses `client_secret` to send that card to the gateway, then passes
   * `setup_id` to `cards.save`.
   */
  clientSecret: defineRoute({
    name: 'cards.client-secret',
    method: 'POST',
    path: '/auth/stripe-client-secret',
    auth: 'buyer',
    body: z.optional(z.strictObject({})),
    response: z.object({
      data: z.object({
        gateway: z.enum(['sandbox', 'stripe']),
        setup_id: setupId,
        client_secret: z.string(),
      }),
    }),
    errors: ['cards.too_many', 'checkout.too_many_declines', 'payments.unavailable', 'payments.rejected'],
    perMinute: 60,
  }),
  /**
   * Saves the card of a setup. Without `card_token`, the setup's state is read from the gateway. On
   * `requires_action` the buyer follows the URL and returns to `/profile?tab=account&setup={setup_id}`.
   */
  save: defineRoute({
    name: 'cards.save',
    method: 'POST',
    path: '/settings/account/cards',
    auth: 'buyer',
    body: z.strictObject({
      setup_id: setupId,
      card_token: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
      make_default: z.optional(binary),
    }),
    response: z.object({
      data: z.object({
        status: z.enum(['saved', 'requires_action', 'declined', 'processing']),
        card: z.optional(wireCard),
        next_action: z.optional(z.object({ type: z.literal('redirect_to_url'), url: z.string() })),
        /** Decline reason, written for the buyer. */
        reason: z.optional(z.string()),
        decline_code: z.optional(z.string()),
      }),
    }),
    errors: [
      'cards.setup_not_found',
      'cards.not_found',
      'cards.too_many',
      'checkout.too_many_declines',
      'payments.unavailable',
    ],
    perMinute: 60,
  }),
  makeDefault: defineRoute({
    name: 'cards.make-default',
    method: 'POST',
    path: '/settings/account/cards/:card_id/default',
    auth: 'buyer',
    params: cardParams,
    response: cards,
    errors: ['cards.not_found', 'payments.unavailable'],
  }),
  remove: defineRoute({
    name: 'cards.remove',
    method: 'DELETE',
    path: '/settings/account/cards/:card_id',
    auth: 'buyer',
    params: cardParams,
    response: cards,
    errors: ['cards.not_found', 'payments.unavailable'],
  }),
}
