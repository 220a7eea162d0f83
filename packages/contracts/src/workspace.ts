import { z } from 'zod/mini'
import { wireUser } from './accounts.ts'
import { defineRoute } from './route.ts'

/** The current user, with the identity for the chat widget (spec §7). */
export const wireCurrentUser = z.object({
  ...wireUser.shape,
  created_at: z.iso.datetime(),
  /** Whether the user opened and confirmed the verification link. */
  email_verified: z.boolean(),
  /** Whether the password has fewer than 8 characters, which sign-up accepts; the user is asked for a longer one. */
  has_weak_login: z.boolean(),
  /** Replaces `intercom_hash` when the configuration says so. */
  intercom_user_jwt: z.optional(z.string()),
})
export type WireCurrentUser = z.output<typeof wireCurrentUser>

export const workspaceRoutes = {
  /** Badge counts of the avatar menu (spec §2, §7). */
  counts: defineRoute({
    name: 'workspace.quote-order-counts',
    method: 'GET',
    path: '/{product}/quote-order-counts',
    auth: 'account',
    response: z.object({ data: z.object({ order_count: z.int(), quote_count: z.int() }) }),
    errors: [],
  }),
  /** Entries of the profile's lists: the team's clients, and the account's tracked listings and saved searches. */
  profileCounts: defineRoute({
    name: 'workspace.profile-counts',
    method: 'GET',
    path: '/{product}/profile-counts',
    auth: 'buyer',
    response: z.object({ data: z.object({ clients: z.int(), tracked: z.int(), searches: z.int() }) }),
    errors: [],
  }),
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
