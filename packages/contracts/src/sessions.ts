import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

/** One of the caller's own sessions. Its token is nobody's to read, the caller's included. */
export const wireSession = z.object({
  id: z.string(),
  /** The one that made this call. */
  current: z.boolean(),
  /** As the browser introduced itself. */
  user_agent: z.string(),
  /** Where it was opened: an IPv4 address, or the network of an IPv6 one. Empty where it is not known. */
  address: z.string(),
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
    params: z.object({ id: z.string().check(z.maxLength(100)) }),
    response: z.object({ data: z.object({ status: z.boolean() }) }),
    errors: ['session.not_found'],
  }),
  revokeOthers: defineRoute({
    name: 'sessions.revoke-others',
    method: 'DELETE',
    path: '/settings/account/sessions',
    auth: 'account',
    response: z.object({ data: z.object({ status: z.boolean(), ended: z.int() }) }),
    errors: [],
  }),
}
