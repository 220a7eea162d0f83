import { z } from 'zod/mini'
import { secondFactorMethod } from './factors.ts'
import { defineRoute } from './route.ts'

const text = (name: string) => z.string({ error: `${name} is required` })

/** The logged-in user, as returned by login and by `settings/{product}/info` (spec §3). */
export const wireUser = z.object({
  id: z.string(),
  username: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  /** The role that the account started with. What it may do is in the next three, which the spec does not have. */
  role: z.enum(['buyer', 'seller', 'operator']),
  can_buy: z.optional(z.boolean()),
  can_sell: z.optional(z.boolean()),
  /** Of the account in a team that sells; owners have all of them. */
  seller_permissions: z.optional(z.array(z.string())),
  account_info: z.object({
    firstname: z.string(),
    surname: z.string(),
    country_code: z.string(),
    phone: z.string(),
  }),
  team_data: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  base_currency: z.string(),
  '{product}_user': z.boolean(),
  intercom_hash: z.string(),
  order_count: z._default(z.int(), 0),
  quote_count: z._default(z.int(), 0),
})
export type WireUser = z.output<typeof wireUser>

/** The response to a login that is complete (spec §3). */
export const loggedIn = z.object({ status: z.literal(true), token: z.string(), ...wireUser.shape })

/** The response to the right password of an account with a second factor. */
export const secondFactorPrompt = z.object({
  status: z.literal(false),
  second_factor: z.object({
    /** For `auth/second-factor`, once; opaque. */
    token: z.string(),
    expires_at: z.iso.datetime(),
    methods: z.array(secondFactorMethod),
  }),
})
export type WireSecondFactorPrompt = z.output<typeof secondFactorPrompt>['second_factor']

export const accountsRoutes = {
  logIn: defineRoute({
    name: 'accounts.log-in',
    method: 'POST',
    path: '/auth/login',
    auth: 'public',
    body: z.strictObject({
      username: text('Username').check(
        z.trim(),
        z.minLength(1, 'Username is required'),
        z.maxLength(200, 'Username is too long'),
      ),
      password: text('Password').check(
        z.minLength(1, 'Password is required'),
        z.maxLength(1000, 'Password is too long'),
      ),
    }),
    response: z.object({ data: z.discriminatedUnion('status', [loggedIn, secondFactorPrompt]) }),
    errors: ['account.login_failed', 'account.pending', 'account.too_many_attempts'],
    productKeys: ['{product}_user'],
  }),
  logOut: defineRoute({
    name: 'accounts.log-out',
    method: 'POST',
    path: '/auth/logout',
    auth: 'account',
    isAllowedBeforeSecondFactor: true,
    response: z.object({ data: z.object({ status: z.boolean() }) }),
    errors: [],
  }),
}
