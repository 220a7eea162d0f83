import { z } from 'zod'
import { wireUser } from './accounts.ts'
import { defineRoute } from './route.ts'

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
    response: z.object({ data: wireUser }),
    errors: [],
    productKeys: ['{product}_user'],
  }),
}
