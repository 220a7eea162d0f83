import type { Logger } from 'pino'
import type pg from 'pg'
import { firstInWindow } from './audit/first-in-window.ts'
import type { Config } from './config/config.ts'
import { openDatabase, type Db } from './db/client.ts'
import { openReplica, type Replica } from './db/replica.ts'
import { createDiskStore } from './files/adapters/disk.ts'
import { createS3Store } from './files/adapters/s3.ts'
import type { FileStoreFailure, FileStore } from './files/file-store.port.ts'
import { createAuthenticator, type Authenticator } from './modules/accounts/index.ts'
import { createBatchedCheckoutCalls, type BatchedCheckoutCalls } from './modules/checkout/index.ts'
import { createIntercomChat } from './modules/chat/adapters/intercom.ts'
import { localChat } from './modules/chat/adapters/local.ts'
import { noChat } from './modules/chat/adapters/none.ts'
import type { ChatPort } from './modules/chat/index.ts'
import {
  createEventCache,
  createRates,
  createStockPricer,
  type EventCache,
  type Rates,
  type StockPricer,
} from './modules/listings/index.ts'
import { createMailFolder } from './modules/notifications/adapters/mail-folder.ts'
import { createSmtpMailer } from './modules/notifications/adapters/smtp.ts'
import { addressOf, type Mailer } from './modules/notifications/index.ts'
import { createSandboxEvents } from './modules/payments/adapters/sandbox-events.ts'
import { createSandboxVault } from './modules/payments/adapters/sandbox-vault.ts'
import { createSandboxGateway } from './modules/payments/adapters/sandbox.ts'
import { createStripeClient } from './modules/payments/adapters/stripe-client.ts'
import { createStripeEvents } from './modules/payments/adapters/stripe-events.ts'
import { stripeSources } from './modules/payments/adapters/stripe-sources.ts'
import { createStripeVault } from './modules/payments/adapters/stripe-vault.ts'
import { createStripeGateway } from './modules/payments/adapters/stripe.ts'
import type { CardVault, PaymentEvents, PaymentGateway } from './modules/payments/index.ts'
import { createQuoteOrigins, type QuoteOrigins } from './modules/quotes/index.ts'
import type { PusherApp } from '@terrace/pusher-server/pusher-app'
import { createEmbeddedRealtime } from './modules/realtime/adapters/embedded.ts'
import { createHostedRealtime } from './modules/realtime/adapters/pusher.ts'
import { readRealtimeApp, type RealtimePort } from './modules/realtime/index.ts'
import { createHostedSearch } from './modules/search/adapters/algolia.ts'
import { createEmbeddedSearch } from './modules/search/adapters/embedded.ts'
import { defaultSearchApp, readSearchKeys, type SearchPort } from './modules/search/index.ts'
import { createDocusignSigning } from './modules/signing/adapters/docusign.ts'
import { createInAppSigning } from './modules/signing/adapters/in-app.ts'
import type { SigningPort } from './modules/signing/index.ts'
import { createMetrics, type Metrics } from './metrics/create-metrics.ts'
import { measureCalls } from './metrics/measure-calls.ts'
import { createTrackingCache, type TrackingCache } from './modules/tracking/index.ts'
import { createValkeyWakeUp } from './outbox/adapters/valkey-wake-up.ts'
import { createOutboxTail, type OutboxTail } from './outbox/tail-outbox.ts'
import type { InstallationKeys } from './processes/key-fingerprints.ts'
import { processOrigins } from './processes/process-origins.ts'
import { createProcessRegistration, type ProcessRegistration } from './processes/process-registration.ts'
import { createRequestCounts, type RequestCounts } from './plugins/rate-limit/request-counts.ts'
import { createWorkBudget, type WorkBudget } from './plugins/rate-limit/work-budget.ts'
import type { PaymentSources } from './plugins/security-headers.ts'
import { systemClock, type Clock } from './shared/clock.ts'
import { randomIds, type Ids } from './shared/ids.ts'
import { createTtlCache, type TtlCache } from './shared/ttl-cache.ts'
import { createLogger } from './shared/logger.ts'
import { StartupError } from './shared/startup/startup-error.ts'
import {
  createFieldCipher,
  readOrCreateDataKeys,
  type DataKey,
  type FieldCipher,
} from './shared/crypto/field-cipher.ts'

/** Dependencies of all modules; tests replace single ones. */
export interface Deps {
  config: Config
  logger: Logger
  db: Db
  /** For reads that decide nothing about stock or money: a recent replica where one is configured. */
  reads: Db
  replica: Replica | undefined
  pool: pg.Pool
  clock: Clock
  ids: Ids
  outbox: OutboxTail
  metrics: Metrics
  processRegistration: ProcessRegistration
  authenticator: Authenticator
  eventCache: EventCache
  /** Stages of purchases that concurrent buyers share. */
  batchedCheckoutCalls: BatchedCheckoutCalls
  rates: Rates
  /** Listings tracked per account, for the feed. */
  tracked: TrackingCache
  /** Requests and work of callers, over all processes. */
  requestCounts: RequestCounts
  work: WorkBudget
  /** Cache of lists that do not depend on the caller. */
  lists: TtlCache
  mailer: Mailer
  gateway: PaymentGateway
  vault: CardVault
  /** CSP sources of the gateway's form. */
  paymentSources: PaymentSources
  paymentEvents: PaymentEvents
  /** Shared by all views of stock, so that its cache exists once. */
  pricer: StockPricer
  quoteOrigins: QuoteOrigins
  realtime: RealtimePort
  signing: SigningPort
  search: SearchPort
  chat: ChatPort
  /** Uploaded files: delivered tickets and signed terms. */
  files: FileStore
  /** Encrypts personal data at rest. */
  fieldCipher: FieldCipher
}

/** Composition root: the only place that selects adapters. */
export function createDeps(
  config: Config,
  overrides: Partial<Pick<Deps, 'clock' | 'ids' | 'logger'>> = {},
): Deps {
  const payments = createPayments(config)
  const logger = overrides.logger ?? createLogger(config.logLevel)
  const { db, pool } = openDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    pooler: config.databasePooler,
    onError: (error) => logger.warn({ err: error }, 'lost a database connection'),
  })
  const replica =
    config.databaseReplica &&
    openReplica({
      ...config.databaseReplica,
      primary: pool,
      poolSize: config.databasePoolSize,
      pooler: config.databasePooler,
      logger,
    })
  const clock = overrides.clock ?? systemClock
  const ids = overrides.ids ?? randomIds
  const wakeUp =
    config.valkeyUrl === undefined ? undefined : createValkeyWakeUp({ url: config.valkeyUrl, logger })
  const outbox = createOutboxTail({
    db,
    logger,
    wakeUpChannel: wakeUp,
    runsSubscribers: config.roles.worker,
  })
  const keys = readInstallationKeys(config)
  const metrics = createMetrics()
  const isFirstError = firstInWindow(60_000)
  const requestCounts = createRequestCounts({
    db,
    onError(error) {
      if (isFirstError('share')) logger.warn({ err: error }, 'could not share rate limits; counting alone')
    },
  })
  const work = createWorkBudget({ counts: requestCounts, limits: config.work, db })
  const quoteOrigins = createQuoteOrigins({ db, outbox, config })
  const files = measureCalls(
    createFileStore(config, (failure) => logger.error(failure, 'file store error')),
    config.files.store,
    metrics,
  )
  return {
    config,
    logger,
    db,
    reads: replica?.db ?? db,
    replica,
    pool,
    clock,
    ids,
    outbox,
    metrics,
    processRegistration: createProcessRegistration({
      db,
      id: ids.next('prc'),
      roles: config.roles,
      origins: processOrigins(config),
      keys,
      logger,
    }),
    authenticator: createAuthenticator({ db, outbox }),
    eventCache: createEventCache({ db, clock, outbox, onRead: metrics.countReadsOf('event_snapshots') }),
    batchedCheckoutCalls: createBatchedCheckoutCalls({ pool, config }),
    rates: createRates({ db, clock }),
    tracked: createTrackingCache({ db, outbox }),
    requestCounts,
    work,
    lists: createTtlCache({ freshMs: config.listCacheTtlMs, maxEntries: 1000 }),
    mailer: measureCalls(createMailer(config), 'mail', metrics),
    ...payments,
    gateway: measureCalls(payments.gateway, config.payment.gateway, metrics),
    vault: measureCalls(payments.vault, config.payment.gateway, metrics),
    pricer: createStockPricer(config),
    quoteOrigins,
    realtime: createRealtime(config, { db, outbox, clock, logger, quoteOrigins }),
    signing: createSigning(config, { db, outbox, clock, ids, files, logger }),
    search: createSearch(config, { db, outbox, clock, logger, work }),
    chat: createChat(config),
    files,
    fieldCipher: createDataCipher(keys.data, logger),
  }
}

export function createPayments({
  payment,
}: Config): Pick<Deps, 'gateway' | 'vault' | 'paymentEvents' | 'paymentSources'> {
  if (payment.gateway === 'stripe') {
    const { secretKey, siteOrigin, webhookSecrets } = payment
    const stripe = createStripeClient({ secretKey })
    return {
      gateway: createStripeGateway({ stripe, siteOrigin }),
      vault: createStripeVault({ stripe, siteOrigin }),
      paymentEvents: createStripeEvents({ secrets: webhookSecrets }),
      paymentSources: stripeSources,
    }
  }
  const { access } = payment
  if (!access)
    throw new StartupError(
      'The sandbox gateway needs SANDBOX_URL, SANDBOX_SECRET_KEY and SANDBOX_WEBHOOK_SECRET. `npm start` starts the sandbox and sets them.',
    )
  return {
    gateway: createSandboxGateway(access),
    vault: createSandboxVault(access),
    paymentEvents: createSandboxEvents({ secret: access.webhookSecret }),
    paymentSources: {},
  }
}

function createSigning(
  { signing, brand, mail }: Config,
  parts: Pick<Deps, 'db' | 'outbox' | 'clock' | 'ids' | 'files' | 'logger'>,
): SigningPort {
  return signing.docusign
    ? createDocusignSigning({ ...signing.docusign, ...parts })
    : createInAppSigning({ brand, cc: { name: brand, email: addressOf(mail.from) }, ...parts })
}

/** Shared by the server and the CLI, which must use the same files. */
export function createFileStore(
  { files, dataFolder }: Pick<Config, 'files' | 'dataFolder'>,
  onFailure: (failure: FileStoreFailure) => void,
): FileStore {
  return files.store === 's3' ? createS3Store(files, onFailure) : createDiskStore(dataFolder, onFailure)
}

function createDataCipher(keys: readonly DataKey[], logger: Logger): FieldCipher {
  return createFieldCipher(keys, (error, context) => {
    logger.error({ err: error, context }, 'could not decrypt a value; omitting it')
  })
}

/** The configured keys, and those of the data folder where none are configured. */
function readInstallationKeys(config: Config): InstallationKeys {
  const { dataKeys, dataFolder, search, signing } = config
  const searchKeys = search.hosted ?? searchKeysOf(config)
  return {
    data: dataKeys ?? readOrCreateDataKeys(dataFolder),
    realtime: JSON.stringify(realtimeAppOf(config)),
    search: JSON.stringify(searchKeys),
    signing: JSON.stringify(signing.docusign?.hmacKeys ?? []),
  }
}

function realtimeAppOf({ realtime, dataFolder }: Config): PusherApp {
  return realtime.app ?? readRealtimeApp(dataFolder)
}

function searchKeysOf({ search, production, dataFolder }: Config) {
  const made =
    search.apiKey === undefined || search.adminKey === undefined ? readSearchKeys(dataFolder) : undefined
  return {
    appId: search.appId ?? defaultSearchApp,
    searchKey: search.apiKey ?? made?.searchKey ?? '',
    // The public key is not a secret. Production generates none: it accepts HTTP writes only with a configured key.
    adminKey: search.adminKey ?? (production ? undefined : made?.adminKey),
  }
}

function createChat({ chat }: Config): ChatPort {
  if (chat.provider === 'intercom') return createIntercomChat(chat)
  return chat.provider === 'local' ? localChat : noChat
}

function createRealtime(
  config: Config,
  { quoteOrigins, ...parts }: Pick<Deps, 'db' | 'outbox' | 'clock' | 'logger' | 'quoteOrigins'>,
): RealtimePort {
  const { realtime } = config
  const app = realtimeAppOf(config)
  return realtime.hosted
    ? createHostedRealtime({ app, endpoint: realtime.hosted, ...parts })
    : createEmbeddedRealtime({
        app,
        limits: realtime.limits,
        trustedProxies: config.security.trustedProxies,
        isOriginAllowed: (origin) => quoteOrigins.isOwnSite(origin),
        ...parts,
      })
}

function createSearch(
  config: Config,
  { work, ...parts }: Pick<Deps, 'db' | 'outbox' | 'clock' | 'logger' | 'work'>,
): SearchPort {
  const { search, product } = config
  const browser = {
    exchanges: search.exchanges,
    personalization_region: search.personalizationRegion,
    ...(search.analyticsRegion !== undefined && { analytics_region: search.analyticsRegion }),
    ...(search.origin !== undefined && { origin: search.origin }),
  }
  const common = { ...parts, product, exchanges: search.exchanges, browser }
  if (search.hosted) return createHostedSearch({ ...common, ...search.hosted })
  return createEmbeddedSearch({ ...common, work, perMinute: search.perMinute, keys: searchKeysOf(config) })
}

function createMailer({ mail }: Config): Mailer {
  return mail.smtpUrl === undefined
    ? createMailFolder(mail)
    : createSmtpMailer({ url: mail.smtpUrl, from: mail.from })
}
