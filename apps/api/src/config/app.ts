import { productDefaults } from '@terrace/contracts/product'
import { z } from 'zod'
import { described, originList, productionProblems } from './variable.ts'

// Reserved for fiction; production must replace it.
const demoPhone = '+44 20 7946 0100'

/** Shared by concerns whose rules depend on the mode. */
export const mode = described(z.enum(['demo', 'production']).default('demo'), {
  meaning: 'Production rejects demo accounts, `/dev/*`, the sandbox gateway and generated secrets.',
  example: 'production',
})

export const tradeOrigins = described(originList, {
  meaning:
    'Origins of the trade sites, used in email links. Other origins show quotes only. Empty: every origin is a trade site, and in production emails have no links.',
  example: 'https://tickets.example.com',
  isPublic: true,
})

export const appVariables = {
  APP_ENV: mode,
  PRODUCT: described(
    z
      .string()
      .regex(/^[a-z][a-z0-9-]*$/)
      .default(productDefaults.product),
    {
      meaning: 'The product name in paths, such as `trade/get-trade-menu`.',
      example: 'trade',
      isPublic: true,
    },
  ),
  BRAND: described(z.string().min(1).default(productDefaults.brand), {
    meaning: 'The brand that pages, emails and PDFs show.',
    example: 'Terrace',
    isPublic: true,
  }),
  TRADE_ORIGINS: tradeOrigins,
  SIGN_UP_APPROVAL: described(z.enum(['manual', 'automatic']).optional(), {
    meaning: 'Whether an operator approves new accounts.',
    example: 'manual',
    default: '`manual` in production, otherwise `automatic`',
  }),
  SUPPORT_PHONE: described(
    z
      .string()
      .trim()
      .regex(/^\+?[\d ().-]{6,24}$/, 'must be a telephone number')
      .optional(),
    {
      meaning: 'The number in the buyer policy. Required in production.',
      example: '+44 20 7946 0100',
      default: 'a fictional number in the demo',
    },
  ),
}

export interface AppConfig {
  production: boolean
  product: string
  brand: string
  tradeOrigins: string[]
  /** New accounts are active at once; otherwise an operator approves them. */
  autoApprovesSignUps: boolean
  supportPhone: string
}

export const appConfig = z.object(appVariables).transform((values): AppConfig => {
  const production = values.APP_ENV === 'production'
  const approval = values.SIGN_UP_APPROVAL ?? (production ? 'manual' : 'automatic')
  return {
    production,
    product: values.PRODUCT,
    brand: values.BRAND,
    tradeOrigins: values.TRADE_ORIGINS,
    autoApprovesSignUps: approval === 'automatic',
    supportPhone: values.SUPPORT_PHONE ?? demoPhone,
  }
})

export const appInProduction = productionProblems(({ SUPPORT_PHONE: phone }) => ({
  SUPPORT_PHONE: phone === undefined ? 'production needs the number that buyers call' : undefined,
}))
