import { z } from 'zod'
import { StartRefusal } from './shared/start-refusal.ts'

const key = z
  .string()
  .regex(/^[\w-]{8,}$/, 'must be 8 characters or more of A-Z, a-z, 0-9, _ and -')
  .optional()

/** The part of the environment that decides who answers searches. */
export const searchEnvironment = {
  /** `embedded`: our own endpoint at /1/indexes/…. `algolia`: the hosted service, which the same indexer feeds. */
  SEARCH_PROVIDER: z.enum(['embedded', 'algolia']).default('embedded'),
  SEARCH_APP_ID: z
    .string()
    .regex(/^[A-Za-z0-9]+$/, 'must be letters and digits')
    .optional(),
  /** The public key that the browser searches with. The embedded provider makes one where none is given. */
  SEARCH_API_KEY: key,
  /** Writes to the index. The embedded provider makes one outside production; without one it takes no writes by HTTP. */
  SEARCH_ADMIN_KEY: key,
  /** Where the endpoint is, when it is not at the origin of the page, or not at Algolia's own hosts. */
  SEARCH_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  SEARCH_ANALYTICS_REGION: z.enum(['de', 'us']).optional(),
  SEARCH_PERSONALIZATION_REGION: z.enum(['eu', 'us']).default('eu'),
  /** Searches from one address in a minute; people in one office share an address. */
  SEARCH_RATE_LIMIT_PER_MINUTE: z.coerce.number().int().positive().default(600_000),
  /** Numbers of the exchanges in which this marketplace takes part, with commas between them. */
  EXCHANGES: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((part) => part.trim()))
    .transform((parts) => parts.filter((part) => part !== ''))
    .refine(
      (parts) => parts.every((part) => /^\d{1,9}$/.test(part)),
      'must be whole numbers with commas between them',
    )
    .transform((parts) => parts.map(Number)),
}

export interface SearchConfig {
  /** Undefined: our own endpoint. */
  hosted: { appId: string; apiKey: string; adminKey: string } | undefined
  /** Undefined parts are made on the first start. */
  appId: string | undefined
  apiKey: string | undefined
  adminKey: string | undefined
  origin: string | undefined
  analyticsRegion: 'de' | 'us' | undefined
  personalizationRegion: 'eu' | 'us'
  exchanges: number[]
  perMinute: number
}

/** Throws where the hosted service is chosen without all that it needs (spec §9: `appId` and `apiKey` are required). */
export function searchConfig(values: z.output<z.ZodObject<typeof searchEnvironment>>): SearchConfig {
  const { SEARCH_PROVIDER: provider, SEARCH_APP_ID: appId, SEARCH_API_KEY: apiKey } = values
  const adminKey = values.SEARCH_ADMIN_KEY
  const hosted = appId && apiKey && adminKey ? { appId, apiKey, adminKey } : undefined
  if (provider === 'algolia' && !hosted) {
    throw new StartRefusal(
      'Configuration is not valid. SEARCH_PROVIDER=algolia needs SEARCH_APP_ID, SEARCH_API_KEY and SEARCH_ADMIN_KEY.',
    )
  }
  if (adminKey !== undefined && adminKey === apiKey) {
    throw new StartRefusal(
      'Configuration is not valid. SEARCH_ADMIN_KEY: must differ from SEARCH_API_KEY, which every visitor is told.',
    )
  }
  return {
    hosted: provider === 'algolia' ? hosted : undefined,
    appId,
    apiKey,
    adminKey,
    origin: values.SEARCH_ORIGIN,
    analyticsRegion: values.SEARCH_ANALYTICS_REGION,
    personalizationRegion: values.SEARCH_PERSONALIZATION_REGION,
    exchanges: values.EXCHANGES,
    perMinute: values.SEARCH_RATE_LIMIT_PER_MINUTE,
  }
}
