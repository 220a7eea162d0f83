import { z } from 'zod/mini'
import { binary } from './binary.ts'
import { defineRoute } from './route.ts'

export const cardId = z.string().check(z.regex(/^crd_[0-9A-Za-z]{1,60}$/, 'must be a card id'))

/** A card that the team has saved at the payment provider; Terrace never sees its number. */
export const wireCard = z.object({
  id: cardId,
  /** Lower case: visa, mastercard, amex. */
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  is_default: z.boolean(),
  is_expired: z.boolean(),
  /** Tells apart one card that was saved twice. */
  added_at: z.iso.datetime(),
})
export type WireCard = z.output<typeof wireCard>

/** All of the team's, the default one first, then the latest. */
const cards = z.object({ data: z.array(wireCard) })

const setupId = z.string().check(z.regex(/^seti_[0-9A-Za-z_]{1,100}$/, 'must be the id of a setup'))
const ofCard = z.object({ card_id: z.string().check(z.maxLength(80)) })

/** A team’s saved cards; the provider keeps them (product.md §6). */
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
   * Announces a card that is to be saved, and answers the provider's secret, with which the browser may give that one card to
   * the provider. The `setup_id` then goes to `cards.save`.
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
    errors: ['cards.too_many', 'payments.unavailable', 'payments.refused'],
    perMinute: 60,
  }),
  /**
   * Saves the card of a setup: with the `card_token` that the card form gave; or without, where the provider's own form or the
   * bank's page has dealt with it already, which is asked of the provider. `requires_action`: the buyer goes to the address and
   * comes back to `/profile?tab=account&setup={setup_id}`.
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
        /** Why it was declined, in words for the buyer. */
        reason: z.optional(z.string()),
        decline_code: z.optional(z.string()),
      }),
    }),
    errors: ['cards.setup_not_found', 'cards.not_found', 'cards.too_many', 'payments.unavailable'],
    perMinute: 60,
  }),
  makeDefault: defineRoute({
    name: 'cards.make-default',
    method: 'POST',
    path: '/settings/account/cards/:card_id/default',
    auth: 'buyer',
    params: ofCard,
    response: cards,
    errors: ['cards.not_found', 'payments.unavailable'],
  }),
  remove: defineRoute({
    name: 'cards.remove',
    method: 'DELETE',
    path: '/settings/account/cards/:card_id',
    auth: 'buyer',
    params: ofCard,
    response: cards,
    errors: ['cards.not_found', 'payments.unavailable'],
  }),
}
