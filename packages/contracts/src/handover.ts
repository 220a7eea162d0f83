import * as z from 'zod/mini'
import { wireUser } from './accounts.ts'
import { defineRoute } from './route.ts'

const person = z.object({ username: z.string(), name: z.string(), team: z.string() })

/** What the answer `handover.other_user` asks, in `errors.handover`: may `to` take the place of `from`? */
export const handoverQuestion = z.object({
  /** Goes into `confirm` of the next call, so that what was agreed to is what happens. */
  confirm: z.string(),
  /** The name of the other site. */
  issuer: z.string(),
  /** Who is logged in here; null for nobody. */
  from: z.nullable(person),
  to: person,
})
export type HandoverQuestion = z.output<typeof handoverQuestion>

/** Where a refused handover may be begun again, in `errors.restart`; absent where its site is not known. */
export const handoverRestart = z.object({ restart: z.string() })

const refusals = [
  'handover.not_begun',
  'handover.refused',
  'handover.expired',
  'handover.no_account',
  'handover.unreadable',
  'handover.issuer_silent',
  'handover.foreign_page',
]

export const handoverRoutes = {
  /**
   * Redeems the code of the handover cookies for a session of our own (product.md §8). `status` false: the cookies are
   * not both there, and nothing was done.
   */
  redeem: defineRoute({
    name: 'handover.redeem',
    method: 'POST',
    path: '/auth/handover',
    auth: 'public',
    perMinute: 30,
    body: z.strictObject({
      /** From {@link handoverQuestion}. */
      confirm: z.optional(z.string().check(z.maxLength(100, 'must have at most 100 characters'))),
    }),
    response: z.object({
      data: z.discriminatedUnion('status', [
        z.object({
          status: z.literal(true),
          token: z.string(),
          /** The path to go on at: a page of ours in any case. */
          redirect: z.string(),
          ...wireUser.shape,
        }),
        z.object({ status: z.literal(false) }),
      ]),
    }),
    errors: ['handover.other_user', ...refusals],
    productKeys: ['{product}_user'],
  }),
  /** Gives the code up unused: who is logged in here stays it. */
  decline: defineRoute({
    name: 'handover.decline',
    method: 'DELETE',
    path: '/auth/handover',
    auth: 'public',
    perMinute: 30,
    response: z.object({ data: z.object({ status: z.boolean() }) }),
    errors: ['handover.foreign_page'],
  }),
}
