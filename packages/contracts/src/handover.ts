import * as z from 'zod/mini'
import { secondFactorPrompt, wireUser } from './accounts.ts'
import { defineRoute } from './route.ts'

const handoverUser = z.object({ username: z.string(), name: z.string(), team: z.string() })

/** `errors.handover` of `handover.other_user`: asks the user to confirm switching from account `from` to `to`. */
export const handoverQuestion = z.object({
  /** Sent back as `confirm`, so that only the confirmed switch happens. */
  confirm: z.string(),
  /** Name of the partner site. */
  issuer: z.string(),
  /** The account logged in here; `null` when logged out. */
  from: z.nullable(handoverUser),
  to: handoverUser,
})
export type HandoverQuestion = z.output<typeof handoverQuestion>

/** `errors.restart`: URL that restarts a failed handover; absent when the partner site is unknown. */
export const handoverRestart = z.object({ restart: z.string() })

const handoverErrors = [
  'handover.not_started',
  'handover.rejected',
  'handover.expired',
  'handover.no_account',
  'handover.unreadable',
  'handover.issuer_silent',
  'handover.foreign_page',
] as const

export const handoverRoutes = {
  /**
   * Exchanges the code in the handover cookies for a Terrace session (product.md §8). `status: false` means that a
   * cookie was missing and nothing changed, or, with `second_factor`, that the login is not complete.
   */
  redeem: defineRoute({
    name: 'handover.redeem',
    method: 'POST',
    path: '/auth/handover',
    auth: 'public',
    perMinute: 30,
    body: z.strictObject({
      /** From {@link handoverQuestion}. */
      confirm: z.optional(z.string().check(z.maxLength(100, 'must be at most 100 characters'))),
    }),
    response: z.object({
      data: z.discriminatedUnion('status', [
        z.object({
          status: z.literal(true),
          token: z.string(),
          /** Path to continue at, always within Terrace. */
          redirect: z.string(),
          ...wireUser.shape,
        }),
        z.object({
          status: z.literal(false),
          /** The account has a second factor: `auth/second-factor` completes the login. */
          second_factor: z.optional(secondFactorPrompt.shape.second_factor),
          /** With `second_factor`: where to continue then. */
          redirect: z.optional(z.string()),
        }),
      ]),
    }),
    errors: ['handover.other_user', ...handoverErrors],
    productKeys: ['{product}_user'],
  }),
  /** Discards the code unused. The current session stays. */
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
