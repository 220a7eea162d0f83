import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

/** Why an account cannot be closed yet. */
export const closingReason = z.enum([
  'only_owner',
  'last_operator',
  'undelivered_orders',
  'undelivered_sales',
  'listings_on_sale',
  'holds',
  'payments',
  'email_change',
])
export type ClosingReason = z.output<typeof closingReason>

export const wireClosing = z.object({
  /** Empty if the account can be closed. */
  reasons: z.array(z.object({ reason: closingReason, message: z.string() })),
  /** The team has no other members: it ends with the account. */
  ends_team: z.boolean(),
})
export type WireClosing = z.output<typeof wireClosing>

/** The owner closes the account (product.md §8). */
export const closingRoutes = {
  /** Whether it can be closed now. */
  read: defineRoute({
    name: 'closing.read',
    method: 'GET',
    path: '/settings/account/closing',
    auth: 'account',
    response: z.object({ data: wireClosing }),
    errors: [],
  }),
  /** For good. Ends all sessions; `errors.reasons` of a refusal is as above. */
  close: defineRoute({
    name: 'closing.close',
    method: 'POST',
    path: '/settings/account/closing',
    auth: 'account',
    needsReauthentication: true,
    response: z.object({ data: z.object({ status: z.boolean() }) }),
    errors: ['account.close_refused', 'account.not_active'],
  }),
}
