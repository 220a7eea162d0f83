import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

/* Separate from accounts.ts, so that the login page does not load forms most people never open. */

const email = z
  .string({ error: 'Email address is required' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'Email address is required', abort: true }),
    z.maxLength(254, { error: 'Please enter valid email address', abort: true }),
    z.regex(z.regexes.email, 'Please enter valid email address'),
  )

const lengthText = 'Password must be 8 to 50 characters'

/** Counts code points, so that an emoji counts as one character. */
const characters = (text: string) => [...text].length

/** A new password (spec §5): 8 to 50 characters, not only whitespace. */
export const newPassword = z.string({ error: 'Password is required' }).check(
  z.refine((text) => text.trim() !== '', { error: 'Password is required', abort: true }),
  z.refine((text) => text.length <= 1000 && characters(text) >= 8 && characters(text) <= 50, lengthText),
)

export const passwordConfirmation = z
  .string({ error: 'Password confirmation is required' })
  .check(z.minLength(1, 'Password confirmation is required'))

/** Reports the mismatch as soon as both fields are filled, even if other fields are invalid. */
const confirmationMismatch = {
  error: "Password and Confirm Password didn't match",
  path: ['password_confirmation'],
  when: ({ value }: { value: unknown }) => {
    if (typeof value !== 'object' || value === null) return false
    if (!('password' in value && 'password_confirmation' in value)) return false
    const { password, password_confirmation: confirmation } = value
    return typeof password === 'string' && typeof confirmation === 'string' && confirmation !== ''
  },
}
export const passwordsMatch = z.refine<{ password: string; password_confirmation: string }>(
  (body) => body.password === body.password_confirmation,
  confirmationMismatch,
)

const statusResponse = z.object({
  /** `errors` when `status` is false. This server sends a 422 instead. */
  data: z.object({ status: z.boolean(), errors: z.optional(z.unknown()) }),
  message: z.optional(z.string()),
})

export const passwordsRoutes = {
  forgot: defineRoute({
    name: 'passwords.forgot',
    method: 'POST',
    path: '/auth/forgot-password',
    auth: 'public',
    body: z.strictObject({
      email,
      /** The site's origin and `/reset-password`; `/{token}` is appended (product.md §11.2). */
      reset_link: z.string().check(z.maxLength(300)),
    }),
    response: statusResponse,
    errors: ['password.link_not_allowed', 'password.too_many_requests'],
  }),
  reset: defineRoute({
    name: 'passwords.reset',
    method: 'POST',
    path: '/auth/reset-password',
    auth: 'public',
    body: z
      .strictObject({
        password: newPassword,
        password_confirmation: passwordConfirmation,
        token: z.string().check(z.minLength(1), z.maxLength(200)),
      })
      .check(passwordsMatch),
    response: statusResponse,
    errors: ['password.link_invalid', 'password.guessable', 'password.too_many_requests'],
  }),
  change: defineRoute({
    name: 'passwords.change',
    method: 'POST',
    path: '/settings/account/password',
    auth: 'account',
    body: z
      .strictObject({
        current_password: z
          .string({ error: 'Current password is required' })
          .check(
            z.minLength(1, 'Current password is required'),
            z.maxLength(1000, 'Current password is too long'),
          ),
        password: newPassword,
        password_confirmation: passwordConfirmation,
      })
      .check(passwordsMatch),
    response: statusResponse,
    errors: ['password.current_wrong', 'password.guessable', 'account.too_many_attempts'],
  }),
}
