import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

const body = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) })
const statusResponse = z.object({ data: z.object({ status: z.boolean() }), message: z.string() })

/** Email verification (product.md §12.7). Opening the link only shows a page; this call confirms the address. */
export const verifyEmailRoutes = {
  confirm: defineRoute({
    name: 'verify-email.confirm',
    method: 'POST',
    path: '/auth/verify-email',
    auth: 'public',
    body,
    response: statusResponse,
    errors: ['email.link_invalid'],
    perMinute: 60,
  }),
  /** Sends a new link to the address of a used or expired one. The response is the same for any token. */
  resend: defineRoute({
    name: 'verify-email.resend',
    method: 'POST',
    path: '/auth/verify-email/resend',
    auth: 'public',
    body,
    response: statusResponse,
    errors: [],
    perMinute: 20,
  }),
}
