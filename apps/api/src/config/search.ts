import { z } from 'zod'
import { described, list, reject } from './variable.ts'

const key = z
  .string()
  .regex(/^[\w-]{8,}$/, 'must be 8 characters or more of A-Z, a-z, 0-9, _ and -')
  .optional()

export const searchVariables = {
  SEARCH_PROVIDER: described(z.enum(['embedded', 'algolia']).default('embedded'), {
    meaning: '`embedded`: our own endpoint at `/1/indexes/…`. `algolia`: the hosted service.',
    example: 'algolia',
  }),
  SEARCH_APP_ID: described(
    z
      .string()
      .regex(/^[A-Za-z0-9]+$/, 'must be letters and digits')
      .optional(),
    { meaning: 'Application id.', example: 'B1G2GM9NG0', default: 'generated for the embedded provider' },
  ),
  SEARCH_API_KEY: described(key, {
    meaning: 'The public key that the browser searches with.',
    example: '0123456789abcdef',
    default: 'generated for the embedded provider',
  }),
  SEARCH_ADMIN_KEY: described(key, {
    meaning:
      'The key that writes to the index. Without it the embedded provider accepts no writes over HTTP.',
    example: 'fedcba9876543210',
    default: 'generated outside production',
  }),
  SEARCH_ORIGIN: described(z.url({ protocol: /^https?$/ }).optional(), {
    meaning: 'The endpoint’s origin, when it is not the page’s or Algolia’s own.',
    example: 'https://search.example.com',
    default: 'the page’s origin, or Algolia’s',
  }),
  SEARCH_ANALYTICS_REGION: described(z.enum(['de', 'us']).optional(), {
    meaning: 'Algolia’s analytics region.',
    example: 'de',
    default: 'none',
  }),
  SEARCH_PERSONALIZATION_REGION: described(z.enum(['eu', 'us']).default('eu'), {
    meaning: 'Algolia’s personalization region.',
    example: 'us',
  }),
  SEARCH_RATE_LIMIT_PER_MINUTE: described(z.coerce.number().int().positive().default(600_000), {
    meaning: 'Searches per minute from one IP address. An office shares one IP address.',
    example: '60000',
  }),
  EXCHANGES: described(
    list
      .refine(
        (parts) => parts.every((part) => /^\d{1,9}$/.test(part)),
        'must be whole numbers, separated by commas',
      )
      .transform((parts) => parts.map(Number)),
    {
      meaning: 'Numbers of the exchanges that this marketplace takes part in.',
      example: '1,4',
      default: 'none',
    },
  ),
}

export interface SearchConfig {
  /** Undefined: the embedded endpoint. */
  hosted: { appId: string; apiKey: string; adminKey: string } | undefined
  /** Undefined values are generated on the first start. */
  appId: string | undefined
  apiKey: string | undefined
  adminKey: string | undefined
  origin: string | undefined
  analyticsRegion: 'de' | 'us' | undefined
  personalizationRegion: 'eu' | 'us'
  exchanges: number[]
  perMinute: number
}

export const searchConfig = z
  .object(searchVariables)
  .transform((values, context): { search: SearchConfig } => {
    const { SEARCH_PROVIDER: provider, SEARCH_APP_ID: appId, SEARCH_API_KEY: apiKey } = values
    const adminKey = values.SEARCH_ADMIN_KEY
    const hosted = appId && apiKey && adminKey ? { appId, apiKey, adminKey } : undefined
    if (provider === 'algolia' && !hosted)
      return reject(
        context,
        'SEARCH_PROVIDER',
        'algolia needs SEARCH_APP_ID, SEARCH_API_KEY and SEARCH_ADMIN_KEY',
      )
    if (adminKey !== undefined && adminKey === apiKey)
      return reject(
        context,
        'SEARCH_ADMIN_KEY',
        'must differ from SEARCH_API_KEY, which every visitor receives',
      )
    return {
      search: {
        hosted: provider === 'algolia' ? hosted : undefined,
        appId,
        apiKey,
        adminKey,
        origin: values.SEARCH_ORIGIN,
        analyticsRegion: values.SEARCH_ANALYTICS_REGION,
        personalizationRegion: values.SEARCH_PERSONALIZATION_REGION,
        exchanges: values.EXCHANGES,
        perMinute: values.SEARCH_RATE_LIMIT_PER_MINUTE,
      },
    }
  })
