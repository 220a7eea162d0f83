import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { BrowserConfig } from '@terrace/contracts/config'
import type { RouteContract } from '@terrace/contracts/route'
import { requirePermission } from './access/require-permission.ts'
import { createMigrationCheck } from './db/pending-migrations.repo.ts'
import { createWriteCheck } from './db/write-check.repo.ts'
import type { Deps } from './deps.ts'
import { mountBrowserErrors } from './error-reports/mount-browser-errors.ts'
import type { HttpContext } from './http/mount-route.ts'
import { createRequestIds } from './http/request-ids.ts'
import {
  mountAccounts,
  mountClosing,
  mountEmailChange,
  mountMembers,
  mountPasswords,
  mountPreferences,
  mountSecurity,
  mountSessions,
  mountSignUp,
  mountVerifyEmail,
  requireReauthenticationOncePerSession,
  requireReauthentication,
} from './modules/accounts/index.ts'
import { mountCalendars, serveCalendarFeeds } from './modules/calendars/index.ts'
import { mountCatalogue, mountHome } from './modules/catalogue/index.ts'
import {
  guardCardSaving,
  mountCheckout,
  mountSavedPeople,
  recordDispute,
  findPaymentsToResume,
  resumeAttemptOfPayment,
} from './modules/checkout/index.ts'
import { createClientBook, mountClients } from './modules/clients/index.ts'
import { mountContent } from './modules/content/index.ts'
import { mountHandover, serveStart } from './modules/handover/index.ts'
import { mountHolds } from './modules/holds/index.ts'
import {
  mountInventoryDrafts,
  mountInventoryImports,
  authenticateApiKey,
  mountInventoryApiKeys,
  mountInventoryBatches,
  mountInventoryEventRequests,
  mountInventoryProfiles,
  mountInventoryUpload,
} from './modules/inventory-imports/index.ts'
import { mountFeed } from './modules/listings/index.ts'
import { installDevMail, mountNotifications } from './modules/notifications/index.ts'
import { forwardSandboxPages, mountCards, servePaymentWebhook } from './modules/payments/index.ts'
import { syncRefund, mountOrders, mountTickets } from './modules/orders/index.ts'
import { mountAccountExports } from './modules/privacy/index.ts'
import {
  filterTeamQuoteIds,
  mountQuoteManagement,
  mountQuotePage,
  mountQuotePdf,
  mountQuoteSettings,
  mountQuotes,
} from './modules/quotes/index.ts'
import { mountRealtime } from './modules/realtime/index.ts'
import { publishSignatures, mountSigning, signupChannelRule } from './modules/signing/index.ts'
import { mountLegalDetails, mountTeamActivity, mountTeams } from './modules/teams/index.ts'
import { mountSavedSearches } from './modules/saved-searches/index.ts'
import { mountSellerAccounts } from './modules/seller-accounts/index.ts'
import { createNameDictionary, mountSearch } from './modules/search/index.ts'
import { inventoryChannelRule, mountInventory } from './modules/supply/index.ts'
import { mountPriceRules } from './modules/price-rules/index.ts'
import { mountTracking } from './modules/tracking/index.ts'
import { mountAttention, mountWorkspace } from './modules/workspace/index.ts'
import { installBodyDepthLimit } from './plugins/body-depth.ts'
import { installCompression } from './plugins/compression.ts'
import { connectSources } from './plugins/connect-sources.ts'
import { installCors } from './plugins/cors.ts'
import { installDraining, type Draining } from './plugins/draining.ts'
import { installErrorHandler, rejectMalformedUrl } from './plugins/error-handler.ts'
import { installHealth } from './plugins/health.ts'
import { installRateLimit } from './plugins/rate-limit/install-rate-limit.ts'
import { installRequestLog } from './plugins/request-log.ts'
import { installRequestSpans } from './plugins/request-spans.ts'
import { installSecurityHeaders, securityHeaders } from './plugins/security-headers.ts'
import { installNoindex } from './plugins/noindex.ts'
import { installUnlistedProxyWarning } from './plugins/unlisted-proxies.ts'
import { installSlowBodyLimit, timeoutOptions } from './plugins/slow-requests.ts'
import { installWebApp } from './plugins/web-app.ts'
import { installWorkerOnly } from './plugins/worker-only.ts'
import { mountBrowserSpans } from './tracing/browser-spans/mount-browser-spans.ts'
import { releaseName } from './shared/package-version.ts'

export interface BuiltApp {
  app: FastifyInstance
  /** Mounted contracts by name. */
  mounted: ReadonlyMap<string, RouteContract>
  /** Begins the end of the server. */
  draining: Draining
}

/** Builds the server from its deps without listening; tests build it the same way. */
export async function buildApp(deps: Deps): Promise<BuiltApp> {
  const { config } = deps
  const browser = browserConfigOf(deps)
  const headers = securityHeaders({
    frameSources: deps.signing.frameSources,
    connectSources: connectSources(browser),
    chatSources: deps.chat.sources,
    paymentSources: deps.paymentSources,
  })
  // Typed by the interface: pino's own type would not fit the plugins' `FastifyInstance`.
  const logger: FastifyBaseLogger = deps.logger
  const app = Fastify({
    loggerInstance: logger,
    // request-log.ts writes one line instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1_048_576,
    ...timeoutOptions(config.slowRequests),
    genReqId: createRequestIds(),
    trustProxy: config.security.trustedProxies.length > 0 && config.security.trustedProxies,
    routerOptions: { maxParamLength: 300 },
    // draining.ts responds instead, in the usual error body.
    return503OnClosing: false,
    // Hooks do not run for a URL that cannot be decoded.
    frameworkErrors: (error, request, reply) => rejectMalformedUrl(error, request, reply.headers(headers)),
  })
  const mounted = new Map<string, RouteContract>()

  installErrorHandler(app)
  installRequestSpans(app, {
    ratio: config.telemetry.traces?.ratio,
    perMinute: config.rateLimitPerMinute,
    callerOf: deps.authenticator.findCached,
    counts: deps.requestCounts,
  })
  installSlowBodyLimit(app, config.slowRequests)
  installRequestLog(app)
  installUnlistedProxyWarning(app)
  installSecurityHeaders(app, headers)
  installNoindex(app, { prefix: '/api', product: config.product })
  installCors(app, config.security.corsOrigins)
  const draining = installDraining(app)
  if (!config.roles.web) installWorkerOnly(app)
  await installRateLimit(app, {
    perMinute: config.rateLimitPerMinute,
    callerOf: deps.authenticator.findCached,
    db: deps.db,
    counts: deps.requestCounts,
  })
  installBodyDepthLimit(app)
  await installCompression(app)
  deps.metrics.countDomainEvents(deps.outbox)
  installHealth(app, {
    metrics: deps.metrics,
    db: deps.db,
    pool: deps.pool,
    dataFolder: config.dataFolder,
    outbox: deps.outbox,
    draining,
    countPendingMigrations: createMigrationCheck(deps.db),
    checkWrites: createWriteCheck(deps.db),
    search: config.roles.web ? deps.search : undefined,
    replica: deps.replica,
    countSockets: config.roles.web ? deps.realtime.countSockets : undefined,
    production: config.production,
    processId: deps.processRegistration.id,
    metricsToken: config.security.metricsToken,
  })

  await app.register(
    async (api) => {
      const http: HttpContext = {
        app: api,
        product: config.product,
        strict: !config.production,
        mounted,
        authenticate: deps.authenticator.authenticate,
        authenticateKey: (request) => authenticateApiKey(deps, request),
        requireReauthentication: (account, options) => requireReauthentication(deps.db, account, options),
        requirePermission: (account, needed) => requirePermission(deps.db, account, needed),
        requireReauthenticationOncePerSession: (account) =>
          requireReauthenticationOncePerSession(deps.db, account),
      }
      mountAccounts(http, deps)
      mountPasswords(http, deps)
      mountSessions(http, deps)
      mountSecurity(http, deps)
      mountPreferences(http, deps)
      mountSignUp(http, deps)
      mountHandover(http, deps)
      mountVerifyEmail(http, deps)
      mountEmailChange(http, deps)
      mountClosing(http, deps)
      mountAccountExports(http, deps)
      mountTeams(http, deps)
      mountLegalDetails(http, deps)
      mountTeamActivity(http, deps)
      mountMembers(http, deps)
      mountCatalogue(http, deps)
      mountHome(http, deps)
      const dictionary = createNameDictionary(deps)
      mountSearch(http, { ...deps, dictionary })
      mountTracking(http, deps)
      mountSavedSearches(http, deps)
      mountHolds(http, { ...deps, quotesOf: (teamId, ids) => filterTeamQuoteIds(deps.db, { teamId, ids }) })
      const clientBook = createClientBook(deps)
      mountQuotes(http, { ...deps, clientBook })
      mountQuotePage(http, deps)
      mountQuoteManagement(http, { ...deps, clientBook })
      mountClients(http, deps)
      mountQuotePdf(http, deps)
      mountQuoteSettings(http, deps)
      mountCheckout(http, { ...deps, clientBook })
      mountSavedPeople(http, deps)
      mountCards(http, { ...deps, cardGuard: guardCardSaving(deps) })
      mountOrders(http, { ...deps, clientBook })
      mountTickets(http, deps)
      mountCalendars(http, deps)
      mountWorkspace(http, deps)
      mountAttention(http, deps)
      mountFeed(http, deps)
      mountSellerAccounts(http, deps)
      mountInventory(http, deps)
      mountPriceRules(http, deps)
      mountInventoryProfiles(http, deps)
      mountInventoryImports(http, deps)
      mountInventoryUpload(http, deps)
      mountInventoryDrafts(http, { ...deps, names: dictionary })
      mountInventoryApiKeys(http, deps)
      mountInventoryBatches(http, deps)
      mountInventoryEventRequests(http, deps)
      mountContent(http, deps)
      mountSigning(http, deps)
      mountNotifications(http, deps)
      mountBrowserErrors(http, deps)
      mountBrowserSpans(http, deps)
      mountRealtime(http, deps, [signupChannelRule, inventoryChannelRule(http)])
    },
    { prefix: '/api' },
  )

  await servePaymentWebhook(app, deps, {
    findPaymentsToResume: (ids) => findPaymentsToResume(deps.db, deps.gateway.name, ids),
    onPayment: (gatewayPaymentId) => resumeAttemptOfPayment(deps, gatewayPaymentId),
    onRefund: (gatewayRefundId) => syncRefund(deps, gatewayRefundId),
    onDispute: (dispute) => recordDispute(deps, dispute),
  })
  if (config.payment.gateway === 'sandbox' && config.payment.access)
    forwardSandboxPages(app, config.payment.access)
  serveCalendarFeeds(app, deps)
  if (config.roles.web || config.realtime.hosted) deps.realtime.attach(app)
  // The embedded index serves searches; the hosted one only has to be written by a worker.
  if (config.search.hosted ? config.roles.worker : config.roles.web) deps.search.attach(app)
  deps.signing.attach(app)
  deps.chat.attach(app)
  await serveStart(app, deps)
  publishSignatures({ ...deps, legacyChannel: config.signing.legacyChannel })
  if (!config.production && config.mail.smtpUrl === undefined) {
    await installDevMail(app, { folder: config.mail.folder, brand: config.brand })
  }
  await installWebApp(app, {
    webBuildDir: config.webBuildDir,
    apiBaseUrl: '/api',
    config: browser,
    isQuoteHost: deps.quoteOrigins.isQuoteHost,
  })
  app.addHook('onReady', async () => {
    deps.replica?.start()
    await deps.outbox.start()
  })
  app.addHook('onClose', async () => {
    await deps.outbox.stop()
    deps.mailer.close()
    // Running payments have finished, so nothing that this process has claimed is cut off.
    await deps.processRegistration.stop()
    await deps.replica?.stop()
    await deps.db.destroy()
  })
  return { app, mounted, draining }
}

/** Public browser configuration, served at /config.json. */
function browserConfigOf(deps: Deps): BrowserConfig {
  const { config } = deps
  return {
    product: config.product,
    brand: config.brand,
    api_base: config.apiBaseUrl,
    ticket_api_base: config.ticketApiBaseUrl,
    dev: !config.production,
    payments:
      config.payment.gateway === 'stripe'
        ? { gateway: 'stripe', publishable_key: config.payment.publishableKey }
        : { gateway: 'sandbox', card_frame_url: '/sandbox/card-frame' },
    hold_minutes: config.holdMinutes,
    support_phone: config.supportPhone,
    site_origins: config.tradeOrigins,
    realtime: deps.realtime.browser,
    search: deps.search.browser,
    chat: deps.chat.browser,
    ...(config.telemetry.traces && config.telemetry.traces.ratio > 0 && { traces: true }),
    ...(config.telemetry.sentryDsn !== undefined && { error_reports: { release: releaseName() } }),
  }
}
