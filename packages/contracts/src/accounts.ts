import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

const text = (name: string) => z.string({ error: `${name} is required` })

/** The logged-in user, as returned by login and by `settings/{product}/info` (spec §3). */
export const wireUser = z.object({
  id: z.string(),
  username: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  role: z.enum(['buyer', 'seller', 'operator']),
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
    response: z.object({
      data: z.object({ status: z.boolean(), token: z.string(), ...wireUser.shape }),
    }),
    errors: ['account.login_failed', 'account.pending', 'account.too_many_attempts'],
    productKeys: ['{product}_user'],
  }),
  logOut: defineRoute({
    name: 'accounts.log-out',
    method: 'POST',
    path: '/auth/logout',
    auth: 'account',
    response: z.object({ data: z.object({ status: z.boolean() }) }),
    errors: [],
  }),
}
