import { phoneMessages, phoneProblem } from '@terrace/domain/people/phone'
import { z } from 'zod/mini'
import { defineRoute } from './route.ts'
import { shortLine, visible, visibleLine } from './visible-text.ts'

/* Separate from accounts.ts, so that the login page does not load the largest form. */

const characters = (text: string) => [...text].length

/** Required text; messages start with `label` (spec §5). */
const name = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .check(
      visibleLine(),
      z.minLength(1, { error: `${label} is required`, abort: true }),
      z.maxLength(100, `${label} must be at most 100 characters`),
    )

/** Form fields with the messages of spec §5. Browser and server both validate with them. */
export const signUpFields = {
  firstname: name('First name'),
  lastname: name('Last name'),
  phone: z.string({ error: phoneMessages.required }).check(
    z.superRefine((text, context) => {
      const problem = phoneProblem(text)
      if (problem) context.addIssue({ code: 'custom', message: phoneMessages[problem] })
    }),
  ),
  email: z
    .string({ error: 'Email address is required' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'Email address is required', abort: true }),
      z.maxLength(254, { error: 'Must be a valid email address', abort: true }),
      z.regex(z.regexes.email, 'Must be a valid email address'),
    ),
  username: z.string({ error: 'Username is required' }).check(
    visible(),
    z.minLength(1, { error: 'Username is required', abort: true }),
    z.refine((text) => !/\s/u.test(text), { error: 'No spaces allowed', abort: true }),
    z.refine((text) => characters(text) >= 5, { error: 'Minimum 5 characters', abort: true }),
    z.maxLength(50, 'Maximum 50 characters'),
  ),
  password: z.string({ error: 'Password is required' }).check(
    z.refine((text) => text.trim() !== '', { error: 'Password is required', abort: true }),
    z.refine((text) => characters(text) >= 5, { error: ' Minimum 5 characters', abort: true }),
    z.refine((text) => text.length <= 1000, 'Maximum 1000 characters'),
  ),
  base_currency: z.int({ error: 'Base currency is required' }).check(z.positive('Base currency is required')),
  docusign_envelope_id: z
    .string({ error: 'You must agree to the terms' })
    .check(z.minLength(1, 'You must agree to the terms'), z.maxLength(100, 'You must agree to the terms')),
}

/** Fixed values that the original API sends with the form (spec §3). */
export const signUpConstants = {
  package_id: '18',
  is_preferred_partner: 1,
  '{product}_user': 1,
  seller_type: 'Individual',
} as const

const signUpResponse = z.object({
  data: z.object({ status: z.boolean(), errors: z.optional(z.array(z.string())) }),
  message: z.string(),
})

export const signUpRoutes = {
  options: defineRoute({
    name: 'sign-up.options',
    method: 'GET',
    path: '/auth/sign-up',
    auth: 'public',
    response: z.object({
      data: z.object({
        dial_code_list: z.array(z.object({ iso_code: z.string(), dial_code: z.string(), name: z.string() })),
        /** `display_name` is HTML: the currency symbol is an entity (spec §3). */
        marketplace_currencies: z.array(
          z.object({ id: z.int(), code: z.string(), display_name: z.string() }),
        ),
      }),
    }),
    errors: [],
  }),
  signUp: defineRoute({
    name: 'sign-up.sign-up',
    method: 'POST',
    path: '/auth/sign-up',
    auth: 'public',
    body: z.strictObject({
      ...signUpFields,
      country_code: z.string().check(z.regex(/^\+\d{1,4}$/, 'must be a dial code such as +41')),
      referral_code: z.optional(shortLine(100)),
      package_id: z.literal(signUpConstants.package_id),
      is_preferred_partner: z.literal(signUpConstants.is_preferred_partner),
      '{product}_user': z.literal(signUpConstants['{product}_user']),
      seller_type: z.literal(signUpConstants.seller_type),
    }),
    response: signUpResponse,
    errors: [
      'account.taken',
      'account.too_many_sign_ups',
      'account.terms_not_signed',
      'account.currency_unknown',
      'password.guessable',
    ],
    productKeys: ['{product}_user'],
    perMinute: 20,
  }),
  /** `email` and `username` are true when taken; `status` is true when both are free (product.md §11.2). */
  unique: defineRoute({
    name: 'sign-up.unique',
    method: 'GET',
    path: '/auth/unique',
    auth: 'public',
    query: z.strictObject({
      email: z.string().check(z.trim(), z.maxLength(254)),
      username: z.string().check(z.maxLength(100)),
    }),
    response: z.object({
      data: z.object({ status: z.boolean(), email: z.boolean(), username: z.boolean() }),
      errors: z.optional(z.array(z.string())),
    }),
    errors: [],
    perMinute: 60,
  }),
}

/** Messages for taken values, in the wording of spec §8. */
export const takenMessages = {
  email: 'Email is already exist',
  username: 'Username is already exist',
} as const
