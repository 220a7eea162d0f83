import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

/** One of the caller's sessions. The token is never returned, not even to its owner. */
export const wireSession = z.object({
  id: z.string(),
  /** Whether this is the session that made the request. */
  current: z.boolean(),
  user_agent: z.string(),
  /** The address range where the session started, such as `203.0.113.0/24`. Empty when unknown. */
  address: z.string(),
  /** The request comes from the same range. */
  same_network: z.boolean(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
})
export type WireSession = z.output<typeof wireSession>

export const sessionsRoutes = {
  list: defineRoute({
    name: 'sessions.list',
    method: 'GET',
    path: '/settings/account/sessions',
    auth: 'account',
    response: z.object({ data: z.array(wireSession) }),
    errors: [],
  }),
  revoke: defineRoute({
    name: 'sessions.revoke',
    method: 'DELETE',
    path: '/settings/account/sessions/:id',
    auth: 'account',
    needsReauthentication: true,
    params: z.object({ id: z.string().check(z.maxLength(100)) }),
    response: z.object({ data: z.object({ status: z.boolean() }) }),
    errors: ['session.not_found'],
  }),
  revokeOthers: defineRoute({
    name: 'sessions.revoke-others',
    method: 'DELETE',
    path: '/settings/account/sessions',
    auth: 'account',
    needsReauthentication: true,
    response: z.object({ data: z.object({ status: z.boolean(), ended: z.int() }) }),
    errors: [],
  }),
}
