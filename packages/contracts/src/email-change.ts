import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

export const newEmail = z
  .string({ error: 'Email address is required' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'Email address is required', abort: true }),
    z.maxLength(254, { error: 'Please enter valid email address', abort: true }),
    z.regex(z.regexes.email, 'Please enter valid email address'),
  )

export const wireEmailAddress = z.object({
  email: z.string(),
  verified: z.boolean(),
  /** A new address that waits for the link that was sent to it. */
  pending: z.nullable(
    z.object({ email: z.string(), requested_at: z.iso.datetime(), expires_at: z.iso.datetime() }),
  ),
  /** Until when the previous address can undo the last change; `null` if there is nothing to undo. */
  undo_until: z.nullable(z.iso.datetime()),
})
export type WireEmailAddress = z.output<typeof wireEmailAddress>

const link = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) })
const statusResponse = z.object({ data: z.object({ status: z.boolean() }), message: z.string() })
const addressResponse = z.object({ data: wireEmailAddress })

/*
 * Change of the account's email address (product.md §8). The response to a request is the same whether or not another
 * account uses the address. Opening the links of the emails only shows a page; `confirm` and `undo` act.
 */
export const emailChangeRoutes = {
  read: defineRoute({
    name: 'email-change.read',
    method: 'GET',
    path: '/settings/account/email',
    auth: 'account',
    response: addressResponse,
    errors: [],
  }),
  /** Sends a link to the new address; it works once, within 24 hours. Replaces an earlier request. */
  request: defineRoute({
    name: 'email-change.request',
    method: 'POST',
    path: '/settings/account/email',
    auth: 'account',
    needsReauthentication: true,
    body: z.strictObject({ email: newEmail }),
    response: addressResponse,
    errors: [
      'email.same_address',
      'email.too_many_requests',
      'email.change_unavailable',
      'account.not_active',
    ],
  }),
  /** Sends another link to the address that waits. */
  resend: defineRoute({
    name: 'email-change.resend',
    method: 'POST',
    path: '/settings/account/email/resend',
    auth: 'account',
    response: addressResponse,
    errors: [
      'email.nothing_pending',
      'email.too_many_requests',
      'email.change_unavailable',
      'account.not_active',
    ],
  }),
  cancel: defineRoute({
    name: 'email-change.cancel',
    method: 'DELETE',
    path: '/settings/account/email/pending',
    auth: 'account',
    response: addressResponse,
    errors: ['email.nothing_pending'],
  }),
  confirm: defineRoute({
    name: 'email-change.confirm',
    method: 'POST',
    path: '/auth/email-change/confirm',
    auth: 'public',
    body: link,
    response: statusResponse,
    errors: ['email.link_invalid', 'email.address_taken'],
    perMinute: 60,
  }),
  /** Within 72 hours, from the previous address: it comes back, all sessions end, and a new password must be set. */
  undo: defineRoute({
    name: 'email-change.undo',
    method: 'POST',
    path: '/auth/email-change/undo',
    auth: 'public',
    body: link,
    response: statusResponse,
    errors: ['email.link_invalid'],
    perMinute: 60,
  }),
}
