import type { Logger } from 'pino'
import type pg from 'pg'
import type { Config } from './config.ts'
import { openDatabase, type Db } from './db/client.ts'
import { createDiskStore } from './files/adapters/disk.ts'
import { createS3Store } from './files/adapters/s3.ts'
import type { FilesFailure, FileStore } from './files/file-store.port.ts'
import { createAuthenticator, type Authenticator } from './modules/accounts/index.ts'
import { createIntercomChat } from './modules/chat/adapters/intercom.ts'
import { localChat } from './modules/chat/adapters/local.ts'
import { noChat } from './modules/chat/adapters/none.ts'
import type { ChatPort } from './modules/chat/index.ts'
import {
  createEventBooks,
  createRates,
  createStockPricer,
  type EventBooks,
  type Rates,
  type StockPricer,
} from './modules/listings/index.ts'
import { createMailFolder } from './modules/notifications/adapters/mail-folder.ts'
import { createSmtpMailer } from './modules/notifications/adapters/smtp.ts'
import type { Mailer } from './modules/notifications/index.ts'
import { createSandboxEvents } from './modules/payments/adapters/sandbox-events.ts'
import { createSandboxVault } from './modules/payments/adapters/sandbox-vault.ts'
import { createSandboxGateway } from './modules/payments/adapters/sandbox.ts'
import { openStripe } from './modules/payments/adapters/stripe-client.ts'
import { createStripeEvents } from './modules/payments/adapters/stripe-events.ts'
import { stripeSources } from './modules/payments/adapters/stripe-sources.ts'
import { createStripeVault } from './modules/payments/adapters/stripe-vault.ts'
import { createStripeGateway } from './modules/payments/adapters/stripe.ts'
import {
  openSandbox,
  type CardVault,
  type PaymentEvents,
  type PaymentGateway,
  type Sandbox,
} from './modules/payments/index.ts'
import { createQuoteOrigins, type QuoteOrigins } from './modules/quotes/index.ts'
import { createEmbeddedRealtime } from './modules/realtime/adapters/embedded.ts'
import { createHostedRealtime } from './modules/realtime/adapters/pusher.ts'
import { installedApp, type RealtimePort } from './modules/realtime/index.ts'
import { createHostedSearch } from './modules/search/adapters/algolia.ts'
import { createEmbeddedSearch } from './modules/search/adapters/embedded.ts'
import { defaultSearchApp, installedKeys, type SearchPort } from './modules/search/index.ts'
import { createDocusignSigning } from './modules/signing/adapters/docusign.ts'
import { createInAppSigning } from './modules/signing/adapters/in-app.ts'
import type { SigningPort } from './modules/signing/index.ts'
import { createTrackedMarks, type TrackedMarks } from './modules/tracking/index.ts'
import { createValkeyBell } from './outbox/adapters/valkey-bell.ts'
import { createOutboxTail, type OutboxTail } from './outbox/tail-outbox.ts'
import type { PaymentSources } from './plugins/security-headers.ts'
import { systemClock, type Clock } from './shared/clock.ts'
import { randomIds, type Ids } from './shared/ids.ts'
import { createShortMemory, type ShortMemory } from './shared/short-memory.ts'
import { createLogger } from './shared/logger.ts'
import { createSealer, installedDataKeys, type Sealer } from './shared/sealed-text.ts'
import { StartRefusal } from './shared/start-refusal.ts'

/** All that capabilities are handed; tests replace single parts. */
export interface Deps {
  config: Config
  logger: Logger
  db: Db
  pool: pg.Pool
  clock: Clock
  ids: Ids
  outbox: OutboxTail
  authenticator: Authenticator
  books: EventBooks
  rates: Rates
  /** What each account tracks, for the feed. */
  tracked: TrackedMarks
  /** Of lists that everybody sees alike. */
  lists: ShortMemory
  mailer: Mailer
  gateway: PaymentGateway
  /** Saved cards. */
  vault: CardVault
  /** What the provider's own form needs from elsewhere. */
  paymentSources: PaymentSources
  /** What the provider tells unasked. */
  paymentEvents: PaymentEvents
  /** The provider behind the gateway where it is our own; its faults are for crash tests. */
  sandbox: Sandbox | undefined
  /** One for all that show stock, so that what it keeps is kept once. */
  pricer: StockPricer
  quoteOrigins: QuoteOrigins
  realtime: RealtimePort
  signing: SigningPort
  search: SearchPort
  chat: ChatPort
  /** Of users: the tickets that sellers deliver, the terms that buyers sign. */
  files: FileStore
  /** For what nobody may read in the database. */
  sealer: Sealer
}

/** The composition root: the only place that picks adapters. */
export function createDeps(
  config: Config,
  overrides: Partial<Pick<Deps, 'clock' | 'ids' | 'logger'>> = {},
): Deps {
  const logger = overrides.logger ?? createLogger(config.logLevel)
  const { db, pool } = openDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePool,
    onError: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  })
  const clock = overrides.clock ?? systemClock
  const ids = overrides.ids ?? randomIds
  const bell =
    config.valkeyUrl === undefined ? undefined : createValkeyBell({ url: config.valkeyUrl, logger })
  const outbox = createOutboxTail({ db, logger, bell })
  const payments = createPayments(config, logger)
  const files = createFileStore(config, (failure) => logger.error(failure, 'the file store failed'))
  return {
    config,
    logger,
    db,
    pool,
    clock,
    ids,
    outbox,
    authenticator: createAuthenticator({ db, outbox }),
    books: createEventBooks({ db, clock, outbox }),
    rates: createRates({ db, clock }),
    tracked: createTrackedMarks({ db, outbox }),
    lists: createShortMemory({ freshMs: config.listMemoryMs, entries: 1000 }),
    mailer: createMailer(config),
    ...payments,
    pricer: createStockPricer(),
    quoteOrigins: createQuoteOrigins({ db, outbox, config }),
    realtime: createRealtime(config, { db, outbox, clock, logger }),
    signing: createSigning(config, { db, outbox, clock, ids, files, logger }),
    search: createSearch(config, { db, outbox, clock, logger }),
    chat: createChat(config),
    files,
    sealer: createDataSealer(config, logger),
  }
}

function createPayments(
  { payment, databaseUrl, production }: Config,
  logger: Logger,
): Pick<Deps, 'gateway' | 'vault' | 'paymentEvents' | 'paymentSources' | 'sandbox'> {
  if (payment.gateway === 'stripe') {
    const { secretKey, siteOrigin, webhookSecrets } = payment
    const stripe = openStripe({ secretKey })
    return {
      gateway: createStripeGateway({ stripe, siteOrigin }),
      vault: createStripeVault({ stripe, siteOrigin }),
      paymentEvents: createStripeEvents({ secrets: webhookSecrets }),
      paymentSources: stripeSources,
      sandbox: undefined,
    }
  }
  const sandbox = openSandbox({
    databaseUrl,
    isRefused: production && !payment.startsInProduction,
    onError: (error) => logger.warn({ err: error }, 'a database connection of the sandbox was lost'),
  })
  const access = { ...sandbox.door, secretKey: sandbox.secretKey }
  return {
    gateway: createSandboxGateway(access),
    vault: createSandboxVault(access),
    paymentEvents: createSandboxEvents({ secret: sandbox.webhookSecret }),
    paymentSources: {},
    sandbox,
  }
}

function createSigning(
  { signing, brand }: Config,
  parts: Pick<Deps, 'db' | 'outbox' | 'clock' | 'ids' | 'files' | 'logger'>,
): SigningPort {
  return signing.docusign
    ? createDocusignSigning({ ...signing.docusign, ...parts })
    : createInAppSigning({ brand, ...parts })
}

/** For the server and for the operator's commands, which must see the same files. */
export function createFileStore(
  { files, dataFolder }: Pick<Config, 'files' | 'dataFolder'>,
  onFailure: (failure: FilesFailure) => void,
): FileStore {
  return files.store === 's3' ? createS3Store(files, onFailure) : createDiskStore(dataFolder, onFailure)
}

function createDataSealer({ dataKeys, production, dataFolder }: Config, logger: Logger): Sealer {
  if (!dataKeys && production)
    throw new StartRefusal('TERRACE_MODE=production takes no generated secrets: set DATA_KEYS.')
  return createSealer(dataKeys ?? installedDataKeys(dataFolder), (error, context) => {
    logger.error({ err: error, context }, 'something that was sealed does not open, and is left out')
  })
}

function createChat({ chat }: Config): ChatPort {
  if (chat.provider === 'intercom') return createIntercomChat(chat)
  return chat.provider === 'local' ? localChat : noChat
}

function createRealtime(
  { realtime, production, dataFolder }: Config,
  parts: Pick<Deps, 'db' | 'outbox' | 'clock' | 'logger'>,
): RealtimePort {
  if (!realtime.app && production) {
    throw new StartRefusal(
      'TERRACE_MODE=production takes no generated secrets: set REALTIME_APP_ID, REALTIME_KEY and REALTIME_SECRET.',
    )
  }
  const app = realtime.app ?? installedApp(dataFolder)
  return realtime.hosted
    ? createHostedRealtime({ app, place: realtime.hosted, ...parts })
    : createEmbeddedRealtime({ app, limits: { maxSockets: realtime.maxSockets }, ...parts })
}

function createSearch(
  { search, production, dataFolder, product }: Config,
  parts: Pick<Deps, 'db' | 'outbox' | 'clock' | 'logger'>,
): SearchPort {
  // The public key is no secret. Production makes none: it takes writes by HTTP only where it is given a key for them.
  const browser = {
    exchanges: search.exchanges,
    personalization_region: search.personalizationRegion,
    ...(search.analyticsRegion !== undefined && { analytics_region: search.analyticsRegion }),
    ...(search.origin !== undefined && { origin: search.origin }),
  }
  const common = { ...parts, product, exchanges: search.exchanges, browser }
  if (search.hosted) return createHostedSearch({ ...common, ...search.hosted })
  const made =
    search.apiKey === undefined || search.adminKey === undefined ? installedKeys(dataFolder) : undefined
  return createEmbeddedSearch({
    ...common,
    perMinute: search.perMinute,
    keys: {
      appId: search.appId ?? defaultSearchApp,
      searchKey: search.apiKey ?? made?.searchKey ?? '',
      adminKey: search.adminKey ?? (production ? undefined : made?.adminKey),
    },
  })
}

function createMailer({ mail, production }: Config): Mailer {
  if (mail.smtpUrl !== undefined) return createSmtpMailer({ url: mail.smtpUrl, from: mail.from })
  if (production)
    throw new StartRefusal('Configuration is not valid. SMTP_URL: production needs a mail server.')
  return createMailFolder(mail)
}
