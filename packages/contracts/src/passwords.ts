import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

/* Apart from accounts.ts, so that the login page does not carry the forms that most people never open. */

const email = z
  .string({ error: 'Email address is required' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'Email address is required', abort: true }),
    z.maxLength(254, { error: 'Please enter valid email address', abort: true }),
    z.regex(z.regexes.email, 'Please enter valid email address'),
  )

const lengthText = 'Password must be 8 to 50 characters'

/** Characters as a person counts them: an emoji is one, though it takes two places in memory. */
const characters = (text: string) => [...text].length

/** A new password (spec §5): 8 to 50 characters, and not blanks alone. */
export const newPassword = z.string({ error: 'Password is required' }).check(
  z.refine((text) => text.trim() !== '', { error: 'Password is required', abort: true }),
  z.refine((text) => text.length <= 1000 && characters(text) >= 8 && characters(text) <= 50, lengthText),
)

export const passwordConfirmation = z
  .string({ error: 'Password confirmation is required' })
  .check(z.minLength(1, 'Password confirmation is required'))

/** Tells that the two differ, whatever else is wrong, once both are there. */
const repeated = {
  error: "Password and Confirm Password didn't match",
  path: ['password_confirmation'],
  when: ({ value }: { value: unknown }) => {
    if (typeof value !== 'object' || value === null) return false
    if (!('password' in value && 'password_confirmation' in value)) return false
    const { password, password_confirmation: again } = value
    return typeof password === 'string' && typeof again === 'string' && again !== ''
  },
}
/** A check of a body: its two passwords are the same. */
export const passwordsMatch = z.refine<{ password: string; password_confirmation: string }>(
  (body) => body.password === body.password_confirmation,
  repeated,
)

const told = z.object({
  /** `errors` where `status` is false, which this server answers by a 422 instead. */
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
      /** The site's origin and `/reset-password`; `/{token}` is appended (product.md §11). */
      reset_link: z.string().check(z.maxLength(300)),
    }),
    response: told,
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
    response: told,
    errors: ['password.link_spent', 'password.too_many_requests'],
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
    response: told,
    errors: ['password.current_wrong', 'account.too_many_attempts'],
  }),
}
