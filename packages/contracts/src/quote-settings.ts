import { phoneLength, phoneMessages } from '@terrace/domain/phone'
import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

const mostHeld = 'must be a whole number of tickets from 1 to 60'

/**
 * Whether a phone could dial it. Wider than the pattern of sign-up (spec §5), which knows no number of pairs such as
 * `+33 1 42 68 53 00` and no dots: clients only press it.
 */
function isCallable(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length
  return /^\+?[\d ()./-]+$/.test(text) && digits >= phoneLength.min && digits <= phoneLength.max
}

/** How a team's quotes look and behave (product.md §5, §12): an owner's to change. */
export const quoteSettings = z.strictObject({
  /** Empty: the team's own name. */
  name: z.string().check(z.trim(), z.maxLength(80, 'must be at most 80 characters')),
  colour: z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #0a6a4d')),
  contact_email: z.union([
    z.literal(''),
    z.pipe(z.string().check(z.trim(), z.maxLength(254)), z.email('Must be a valid email address')),
  ]),
  contact_phone: z.string().check(
    z.trim(),
    z.maxLength(30, 'must be at most 30 characters'),
    z.refine((text) => text === '' || isCallable(text), phoneMessages.invalid),
  ),
  /** The two nearest in place of an offer that is gone. */
  offers_alternatives: z.boolean(),
  /** Sets accepted tickets aside at once, within this number. */
  hold_on_accept: z.strictObject({
    enabled: z.boolean(),
    at_most: z.int({ error: mostHeld }).check(z.gte(1, mostHeld), z.lte(60, mostHeld)),
  }),
  mail: z.strictObject({ view: z.boolean(), accept: z.boolean(), decline: z.boolean() }),
})
export type WireQuoteSettings = z.output<typeof quoteSettings>

const settingsAnswer = z.object({
  data: z.object({
    ...quoteSettings.shape,
    /** What was kept before numbers were looked at may be any text. */
    contact_phone: z.string(),
    team_name: z.string(),
    /** Path of the logo. */
    logo: z.nullable(z.string()),
    /** The white-label origin that the operator has registered for this team (`npm run admin -- quote-origin`). */
    quote_origin: z.nullable(z.string()),
    may_manage: z.boolean(),
  }),
})
export type WireQuoteSettingsAnswer = z.output<typeof settingsAnswer>

/** Of the file itself; base64 is a third longer. */
export const mostLogoBytes = 2_000_000

/** How a team’s quotes look and behave: its members see it, its owners change it. */
export const quoteSettingsRoutes = {
  read: defineRoute({
    name: 'quotes.settings',
    method: 'GET',
    path: '/settings/team/quotes',
    auth: 'buyer',
    response: settingsAnswer,
    errors: [],
  }),
  change: defineRoute({
    name: 'quotes.change-settings',
    method: 'POST',
    path: '/settings/team/quotes',
    auth: 'buyer',
    body: quoteSettings,
    response: settingsAnswer,
    errors: ['team.not_owner'],
  }),
  /** A PNG, JPEG or WebP picture of at most 2 MB; it is decoded and drawn anew, so that nothing else in it survives. */
  changeLogo: defineRoute({
    name: 'quotes.change-logo',
    method: 'POST',
    path: '/settings/team/quote-logo',
    auth: 'buyer',
    body: z.strictObject({
      base64: z
        .string()
        .check(
          z.maxLength(Math.ceil(mostLogoBytes / 3) * 4, 'must be a picture of at most 2 MB'),
          z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64'),
        ),
    }),
    response: settingsAnswer,
    errors: ['team.not_owner', 'quote.logo_refused'],
    perMinute: 10,
    maxBodyBytes: 3_000_000,
  }),
  removeLogo: defineRoute({
    name: 'quotes.remove-logo',
    method: 'DELETE',
    path: '/settings/team/quote-logo',
    auth: 'buyer',
    response: settingsAnswer,
    errors: ['team.not_owner'],
  }),
}
