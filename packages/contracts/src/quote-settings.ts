import { phoneLength, phoneMessages } from '@terrace/domain/people/phone'
import { isTradableCurrency } from '@terrace/domain/money/currencies'
import { z } from 'zod/mini'
import {
  commissionAmount,
  commissionCheck,
  commissionMethod,
  currencyCode,
  offerChoice,
  priceMode,
  quoteExpiry,
} from './quote-terms.ts'
import { defineRoute } from './route.ts'
import { shortLine, visibleTrimmed } from './visible-text.ts'

const heldQuantityError = 'must be a whole number of tickets from 1 to 60'

/**
 * Whether a phone could dial it. More lenient than the sign-up pattern (spec §5), which rejects dots and pairs such
 * as `+33 1 42 68 53 00`.
 */
function isCallable(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length
  return /^\+?[\d ()./-]+$/.test(text) && digits >= phoneLength.min && digits <= phoneLength.max
}

/** The terms that the team's new quotes start with. */
export const quoteDefaults = z
  .strictObject({
    commission_method: commissionMethod,
    /** Empty: the broker enters it for each quote. */
    commission_amount: z.union([z.literal(''), commissionAmount]),
    /** `null`: the currency in which the broker sees prices. */
    currency_to_display: z.nullable(
      currencyCode.check(z.refine((code) => isTradableCurrency(code), 'must be a tradable currency')),
    ),
    quote_expiry: quoteExpiry,
    price_mode: priceMode,
    offer_choice: offerChoice,
    note: z.string().check(visibleTrimmed(), z.maxLength(2000, 'must be at most 2000 characters')),
  })
  .check(
    commissionCheck,
    z.refine(
      ({ commission_method, commission_amount, currency_to_display }) =>
        commission_method !== 'fixed' || commission_amount === '' || currency_to_display !== null,
      { path: ['currency_to_display'], error: 'is required for a fixed commission' },
    ),
  )
export type WireQuoteDefaults = z.output<typeof quoteDefaults>

/** Appearance and behaviour of a team's quotes (product.md §5, §12.6). Only an owner can change them. */
export const quoteSettings = z.strictObject({
  /** Empty uses the team name. */
  name: shortLine(80),
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
  /** Suggests the two closest listings when an offer sells out. */
  offers_alternatives: z.boolean(),
  /** Holds accepted tickets automatically, up to `max_tickets`. */
  hold_on_accept: z.strictObject({
    enabled: z.boolean(),
    max_tickets: z
      .int({ error: heldQuantityError })
      .check(z.gte(1, heldQuantityError), z.lte(60, heldQuantityError)),
  }),
  mail: z.strictObject({
    view: z.boolean(),
    accept: z.boolean(),
    decline: z.boolean(),
    /** Reminds of quotes that were sent and not opened. */
    unopened: z._default(z.boolean(), true),
  }),
  /** When absent, they stay as they are. */
  defaults: z.optional(quoteDefaults),
})
export type WireQuoteSettings = z.output<typeof quoteSettings>

const settingsResponse = z.object({
  data: z.object({
    ...quoteSettings.shape,
    /** Values saved before validation was introduced can be any text. */
    contact_phone: z.string(),
    defaults: quoteDefaults,
    team_name: z.string(),
    /** Path of the logo. */
    logo: z.nullable(z.string()),
    /** White-label origin that the operator registered for this team (`npm run admin -- quote-origin`). */
    quote_origin: z.nullable(z.string()),
    may_manage: z.boolean(),
  }),
})
export type WireQuoteSettingsResponse = z.output<typeof settingsResponse>

/** Decoded size; base64 is a third longer. */
export const maxLogoBytes = 2_000_000

/** Readable by all members of the team, changed by its owners. */
export const quoteSettingsRoutes = {
  read: defineRoute({
    name: 'quotes.settings',
    method: 'GET',
    path: '/settings/team/quotes',
    auth: 'buyer',
    response: settingsResponse,
    errors: [],
  }),
  /** Needs reauthentication when contact details or the commission change. */
  change: defineRoute({
    name: 'quotes.change-settings',
    method: 'POST',
    path: '/settings/team/quotes',
    auth: 'buyer',
    body: quoteSettings,
    response: settingsResponse,
    errors: ['team.not_owner', 'quote.name_reserved'],
  }),
  /**
   * A PNG, JPEG or WebP image of at most 2 MB. The server decodes and re-encodes it, which strips metadata and hidden
   * content.
   */
  changeLogo: defineRoute({
    name: 'quotes.change-logo',
    method: 'POST',
    path: '/settings/team/quote-logo',
    auth: 'buyer',
    body: z.strictObject({
      base64: z
        .string()
        .check(
          z.maxLength(Math.ceil(maxLogoBytes / 3) * 4, 'must be an image of at most 2 MB'),
          z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64'),
        ),
    }),
    response: settingsResponse,
    errors: ['team.not_owner', 'quote.logo_invalid'],
    perMinute: 10,
    maxBodyBytes: 3_000_000,
  }),
  removeLogo: defineRoute({
    name: 'quotes.remove-logo',
    method: 'DELETE',
    path: '/settings/team/quote-logo',
    auth: 'buyer',
    response: settingsResponse,
    errors: ['team.not_owner'],
  }),
}
