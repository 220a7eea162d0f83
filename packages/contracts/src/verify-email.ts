import { z } from 'zod'
import { defineRoute } from './route.ts'

const body = z.strictObject({ token: z.string().min(1).max(200) })
const told = z.object({ data: z.object({ status: z.boolean() }), message: z.string() })

/** The link in the letter to a new account (product.md §12): opening it asks, and only this call confirms. */
export const verifyEmailRoutes = {
  confirm: defineRoute({
    name: 'verify-email.confirm',
    method: 'POST',
    path: '/auth/verify-email',
    auth: 'public',
    body,
    response: told,
    errors: ['email.link_spent'],
    perMinute: 60,
  }),
  /** By a link that is used or too old, which still says for whom a new one is. Answers the same for any token. */
  resend: defineRoute({
    name: 'verify-email.resend',
    method: 'POST',
    path: '/auth/verify-email/resend',
    auth: 'public',
    body,
    response: told,
    errors: [],
    perMinute: 20,
  }),
}
