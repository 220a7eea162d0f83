import { z } from 'zod/mini'
import { wireUser } from './accounts.ts'
import { defineRoute } from './route.ts'

/** The current user, with what the chat widget is booted by (spec §7). */
export const wireCurrentUser = z.object({
  ...wireUser.shape,
  created_at: z.iso.datetime(),
  /** Whether the link in the letter to this address was followed. */
  email_verified: z.boolean(),
  /** In place of `intercom_hash` where the configuration says so. */
  intercom_user_jwt: z.optional(z.string()),
})
export type WireCurrentUser = z.output<typeof wireCurrentUser>

export const workspaceRoutes = {
  /** Badge figures of the avatar menu (spec §2, §7). */
  counts: defineRoute({
    name: 'workspace.quote-order-counts',
    method: 'GET',
    path: '/{product}/quote-order-counts',
    auth: 'account',
    response: z.object({ data: z.object({ order_count: z.int(), quote_count: z.int() }) }),
    errors: [],
  }),
  /** The current user (product.md §11). */
  info: defineRoute({
    name: 'workspace.info',
    method: 'GET',
    path: '/settings/{product}/info',
    auth: 'account',
    response: z.object({ data: wireCurrentUser }),
    errors: [],
    productKeys: ['{product}_user'],
  }),
}
