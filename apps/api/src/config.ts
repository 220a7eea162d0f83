import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productDefaults } from '@terrace/contracts/product'
import { z } from 'zod'
import { chatConfig, chatEnvironment, type ChatConfig } from './chat-config.ts'
import { dataKeysEnvironment } from './data-keys-config.ts'
import { filesConfig, filesEnvironment, type FilesConfig } from './files-config.ts'
import { paymentConfig, paymentEnvironment, type PaymentConfig } from './payment-config.ts'
import { searchConfig, searchEnvironment, type SearchConfig } from './search-config.ts'
import { handoverConfig, handoverEnvironment, type HandoverIssuer } from './handover-config.ts'
import { originList, securityConfig, securityEnvironment, type SecurityConfig } from './security-config.ts'
import type { DataKey } from './shared/sealed-text.ts'
import { StartRefusal } from './shared/start-refusal.ts'
import { signingConfig, signingEnvironment, type SigningConfig } from './signing-config.ts'

const wholeNumber = (fallback: number) => z.coerce.number().int().nonnegative().default(fallback)

const fictionalPhone = '+44 20 7946 0100'

const environment = z.object({
  /** `production` refuses demo accounts, `/dev/*`, the sandbox gateway and generated secrets (product.md §12). */
  TERRACE_MODE: z.enum(['demo', 'production']).default('demo'),
  /** Who lets a new account in; by default the operator in production, and nobody has to in the demo. */
  SIGN_UP_APPROVAL: z.enum(['operator', 'automatic']).optional(),
  TERRACE_DATA: z.string().default(join(tmpdir(), 'terrace-data')),
  DATABASE_URL: z.string().min(1),
  DATABASE_POOL: wholeNumber(12),
  /** Valkey, or Redis 6 and newer, by which several processes tell each other to look for changes; the data stays in PostgreSQL. */
  VALKEY_URL: z.url({ protocol: /^(valkey|redis)s?$/ }).optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(4000),
  PRODUCT: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/)
    .default(productDefaults.product),
  BRAND: z.string().min(1).default(productDefaults.brand),
  API_BASE: z.string().default('/api'),
  TICKET_API_BASE: z.string().default('/api'),
  WEB_DIST: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  RATE_LIMIT_PER_MINUTE: wholeNumber(6000),
  /** For how long lists that everybody sees alike, such as home's, are answered from memory; 0: never. */
  LIST_MEMORY_MS: wholeNumber(2000),
  SERVICE_FEE_BP: wholeNumber(500).pipe(z.number().max(10_000)),
  HOLD_CAP: wholeNumber(60),
  HOLD_MINUTES: wholeNumber(30),
  PAYMENT_LEASE_MINUTES: wholeNumber(10),
  /** As it is read to the buyer. The default is a number kept for fiction, which production must replace. */
  SUPPORT_PHONE: z
    .string()
    .trim()
    .regex(/^\+?[\d ().-]{6,24}$/, 'must be a telephone number')
    .optional(),
  /** Origins of the trade sites, with commas between them; any other origin shows quotes only. Empty: all are trade sites. */
  TRADE_ORIGINS: originList,
  /** `embedded`: our own sockets. `pusher`: hosted Pusher by REALTIME_CLUSTER, or a compatible server at REALTIME_ORIGIN. */
  REALTIME_PROVIDER: z.enum(['embedded', 'pusher']).default('embedded'),
  /** Id, key and secret; the embedded provider makes them in the data folder where they are not given. */
  REALTIME_APP_ID: z.string().min(1).optional(),
  REALTIME_KEY: z
    .string()
    .regex(/^[\w-]+$/)
    .optional(),
  REALTIME_SECRET: z.string().min(16).optional(),
  REALTIME_CLUSTER: z.string().min(1).optional(),
  REALTIME_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  REALTIME_MAX_SOCKETS: wholeNumber(20_000),
  ...signingEnvironment,
  ...handoverEnvironment,
  ...searchEnvironment,
  ...chatEnvironment,
  ...securityEnvironment,
  ...dataKeysEnvironment,
  ...filesEnvironment,
  ...paymentEnvironment,
  /** `smtp://user:password@host:port` or `smtps://…`; without one the demo keeps its letters in the data folder. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The sender of letters, such as `Terrace <post@terrace.example>`. */
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]*$/, 'must be an e-mail address')
    .optional(),
})

export interface Config {
  production: boolean
  /** A new account is active at once; otherwise the operator approves it. */
  approvesSignUps: boolean
  dataFolder: string
  databaseUrl: string
  databasePool: number
  /** Undefined: each process looks for the changes of others by the clock. */
  valkeyUrl: string | undefined
  host: string
  port: number
  product: string
  brand: string
  apiBase: string
  ticketApiBase: string
  /** Folder of the built web application; absent where something else serves it. */
  webDist: string | undefined
  logLevel: string
  rateLimitPerMinute: number
  listMemoryMs: number
  /** Basis points: 500 is 5 %. */
  serviceFeeBp: number
  /** Tickets that a team may hold at once. */
  holdCap: number
  holdMinutes: number
  paymentLeaseMinutes: number
  /** Undefined in production until it is set; see {@link requireSupportPhone}. */
  supportPhone: string | undefined
  tradeOrigins: string[]
  mail: {
    /** Undefined: letters are kept in {@link folder}, which production refuses. */
    smtpUrl: string | undefined
    from: string
    folder: string
  }
  realtime: RealtimeConfig
  signing: SigningConfig
  /** Sites that may hand somebody over to this one. */
  handover: HandoverIssuer[]
  search: SearchConfig
  chat: ChatConfig
  payment: PaymentConfig
  security: SecurityConfig
  /** Undefined: made on the first start, which production refuses. */
  dataKeys: DataKey[] | undefined
  files: FilesConfig
}

interface RealtimeConfig {
  /** Undefined: made on the first start. */
  app: { appId: string; key: string; secret: string } | undefined
  /** Where the sockets are kept; undefined: in this process. */
  hosted: { cluster: string } | { origin: string } | undefined
  maxSockets: number
}

/** The number in the buyer policy; commands that show no page do without. Throws where production has none. */
export function requireSupportPhone({ supportPhone }: Pick<Config, 'supportPhone'>): string {
  if (supportPhone !== undefined) return supportPhone
  throw new StartRefusal(
    'Configuration is not valid. SUPPORT_PHONE: production needs the number that buyers call.',
  )
}

/** Reads the configuration from the environment, the only place that does; a bad value is named and ends the start. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new StartRefusal(`Configuration is not valid. ${problems.join('; ')}`)
  }
  const values = parsed.data
  return {
    production: values.TERRACE_MODE === 'production',
    approvesSignUps:
      (values.SIGN_UP_APPROVAL ?? (values.TERRACE_MODE === 'production' ? 'operator' : 'automatic')) ===
      'automatic',
    dataFolder: values.TERRACE_DATA,
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    valkeyUrl: values.VALKEY_URL,
    host: values.HOST,
    port: values.PORT,
    product: values.PRODUCT,
    brand: values.BRAND,
    apiBase: values.API_BASE,
    ticketApiBase: values.TICKET_API_BASE,
    webDist: values.WEB_DIST,
    logLevel: values.LOG_LEVEL,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    listMemoryMs: values.LIST_MEMORY_MS,
    serviceFeeBp: values.SERVICE_FEE_BP,
    holdCap: values.HOLD_CAP,
    holdMinutes: values.HOLD_MINUTES,
    paymentLeaseMinutes: values.PAYMENT_LEASE_MINUTES,
    mail: {
      smtpUrl: values.SMTP_URL,
      from: values.MAIL_FROM ?? `${values.BRAND} <post@localhost>`,
      folder: join(values.TERRACE_DATA, 'mail'),
    },
    supportPhone: values.SUPPORT_PHONE ?? (values.TERRACE_MODE === 'production' ? undefined : fictionalPhone),
    tradeOrigins: values.TRADE_ORIGINS,
    realtime: realtimeConfig(values),
    signing: signingConfig(values),
    handover: handoverConfig(values),
    search: searchConfig(values),
    chat: chatConfig(values, { production: values.TERRACE_MODE === 'production' }),
    payment: paymentConfig(values, { siteOrigin: values.TRADE_ORIGINS[0] }),
    security: securityConfig(values),
    dataKeys: values.DATA_KEYS,
    files: filesConfig(values),
  }
}

function realtimeConfig(values: z.output<typeof environment>): RealtimeConfig {
  const { REALTIME_APP_ID: appId, REALTIME_KEY: key, REALTIME_SECRET: secret } = values
  const app = appId && key && secret ? { appId, key, secret } : undefined
  const maxSockets = values.REALTIME_MAX_SOCKETS
  if (!app && (appId || key || secret)) {
    throw new StartRefusal(
      'Configuration is not valid. REALTIME_APP_ID, REALTIME_KEY and REALTIME_SECRET go together: set all of them or none.',
    )
  }
  if (values.REALTIME_PROVIDER === 'embedded') return { app, hosted: undefined, maxSockets }
  const { REALTIME_CLUSTER: cluster, REALTIME_ORIGIN: origin } = values
  const hosted = origin === undefined ? cluster !== undefined && { cluster } : { origin }
  if (!app || !hosted) {
    throw new StartRefusal(
      'Configuration is not valid. REALTIME_PROVIDER=pusher needs REALTIME_APP_ID, REALTIME_KEY, REALTIME_SECRET, and REALTIME_CLUSTER or REALTIME_ORIGIN.',
    )
  }
  return { app, hosted, maxSockets }
}
